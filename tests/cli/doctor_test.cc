// steward doctor: each limit is noticed, and only where it is.

#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// A variable of the environment set anew for a while, and then as it was.
class Changed {
 public:
  Changed(const char* name, const std::string& value) : name_(name) {
    const char* before = getenv(name);
    had_ = before != nullptr;
    if (had_) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Changed() {
    if (had_) setenv(name_, before_.c_str(), 1);
    else unsetenv(name_);
  }
  Changed(const Changed&) = delete;
  Changed& operator=(const Changed&) = delete;

 private:
  const char* name_;
  bool had_ = false;
  std::string before_;
};

class Doctor : public testing::Test {
 protected:
  // All remarks about a topic, as "health: message [fix]".
  static std::vector<std::string> said(const Json& remarks, const std::string& topic) {
    std::vector<std::string> found;
    for (const Json& remark : remarks) {
      if (remark["topic"] != topic) continue;
      found.push_back(remark["health"].get<std::string>() + ": " +
                      remark["message"].get<std::string>() + " [" +
                      (remark["fix"].is_null() ? "" : remark["fix"].get<std::string>()) + "]");
    }
    return found;
  }
  static std::string only(const Json& remarks, const std::string& topic) {
    const auto found = said(remarks, topic);
    EXPECT_EQ(found.size(), 1u) << topic;
    return found.empty() ? "" : found[0];
  }

  Json machine(int exit) {
    const Ran ran = steward({"doctor", "--json", "-"});
    EXPECT_EQ(ran.exit, exit) << ran.err;
    return Json::parse(ran.out)["machine"];
  }
  Json audit(const std::string& program, int exit) {
    const Ran ran = steward({"doctor", "--audit", program, "--json", "-"});
    EXPECT_EQ(ran.exit, exit) << ran.err;
    return Json::parse(ran.out)["program"];
  }

  Folder folder_;
};

TEST_F(Doctor, AMachineThatIsReady) {
  const Json remarks = machine(0);
  EXPECT_THAT(only(remarks, "runtime"), StartsWith("ok: "));
  EXPECT_THAT(only(remarks, "preloading"), StartsWith("ok: "));
  EXPECT_THAT(only(remarks, "temporary files"), StartsWith("ok: "));
  EXPECT_THAT(said(remarks, "compiler"),
              testing::Contains(AllOf(StartsWith("ok: "), HasSubstr("gcc"))));
  EXPECT_THAT(said(remarks, "compiler"),
              testing::Contains(AllOf(StartsWith("ok: "), HasSubstr("clang version"))));
}

TEST_F(Doctor, TextSaysTheSame) {
  const Ran ran = steward({"doctor", "--json", folder_.path("d.json")});
  EXPECT_THAT(ran.out, AllOf(StartsWith("This machine:\n"), HasSubstr("  ok       runtime: ")));
  EXPECT_EQ(Json::parse(folder_.read("d.json"))["command"], "doctor");
  const Ran unwritable = steward({"doctor", "--json", folder_.path("none/d.json")});
  EXPECT_EQ(unwritable.exit, 2);
  EXPECT_THAT(unwritable.err, HasSubstr("cannot write"));
}

TEST_F(Doctor, AnInstallationThatIsNotComplete) {
  namespace fs = std::filesystem;
  const fs::path built = fs::path(STEWARD_TOOL).parent_path().parent_path();
  fs::create_directories(folder_.path("bin"));
  fs::copy_file(STEWARD_TOOL, folder_.path("bin/steward"));
  fs::copy(built / "lib", folder_.path("lib"), fs::copy_options::recursive);
  const auto runtime = [&](int exit) {
    const std::string command =
        folder_.path("bin/steward") + " doctor --json " + folder_.path("d.json") + " > /dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), exit);
    return only(Json::parse(folder_.read("d.json"))["machine"], "runtime");
  };
  EXPECT_THAT(runtime(0),
              AllOf(StartsWith("ok: "), HasSubstr(fs::canonical(folder_.path("lib")).string())));
  for (const char* name : {"libtsan.so.2", "libsteward-fasttrack.so"}) {
    fs::remove(folder_.path("lib/steward/") + name);
    EXPECT_THAT(runtime(2), AllOf(StartsWith("problem: "), HasSubstr(name)));
  }
}

TEST_F(Doctor, NoPlaceForTemporaryFiles) {
  // By the shell: the tests themselves need such a place.
  const std::string command = "TMPDIR=" + folder_.path("none") +
                              " " STEWARD_TOOL " doctor --json " + folder_.path("d.json") +
                              " > /dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_THAT(only(Json::parse(folder_.read("d.json"))["machine"], "temporary files"),
              AllOf(StartsWith("problem: "), HasSubstr("[set TMPDIR")));
}

TEST_F(Doctor, ALimitedAddressSpace) {
  struct rlimit before {};
  getrlimit(RLIMIT_AS, &before);
  const struct rlimit small { rlim_t{16} << 30, before.rlim_max };
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
  const Json remarks = machine(0);
  setrlimit(RLIMIT_AS, &before);
  EXPECT_THAT(only(remarks, "address space"),
              AllOf(StartsWith("limit: limited to 16384 MiB"), HasSubstr("[ulimit -v")));
}

TEST_F(Doctor, CompilersThatAreMissingOrIncomplete) {
  ASSERT_EQ(symlink("/bin/cat", folder_.path("cat").c_str()), 0);
  ASSERT_EQ(symlink("/bin/sh", folder_.path("sh").c_str()), 0);
  const Changed path("PATH", folder_.path(""));
  EXPECT_THAT(only(machine(0), "compiler"), StartsWith("limit: neither gcc nor clang"));
  // Knows no file, so not the library either.
  const std::string fake = folder_.file(
      "gcc-99", "#!/bin/sh\ncase $1 in --version) echo gcc 99.1;; *) echo libtsan.so;; esac\n");
  chmod(fake.c_str(), 0700);
  folder_.file("gcc-wrapper", "not a compiler of ours");
  EXPECT_THAT(
      only(machine(0), "compiler"),
      AllOf(StartsWith("limit: "), HasSubstr("gcc 99.1: it cannot link"), HasSubstr("libtsan2")));
}

TEST_F(Doctor, AProgramThatIsReady) {
  for (const char* compiler : {"gcc -g -fsanitize=thread",
                               "clang -g -fsanitize=thread "
                               "-shared-libsan"}) {
    const Json program = audit(compiled(folder_, "racy", kRacyProgram, compiler), 0);
    const bool clang = std::string(compiler).starts_with("clang");
    EXPECT_THAT(only(program["remarks"], "instrumentation"),
                AllOf(StartsWith("ok: instrumented"), HasSubstr(clang ? "clang version" : "GCC:")));
    for (const char* topic : {"debug info", "loading", "malloc", "synchronization"}) {
      EXPECT_THAT(only(program["remarks"], topic), StartsWith("ok: "));
    }
    EXPECT_THAT(said(program["remarks"], "libraries"), IsEmpty());
    EXPECT_THAT(program["unmodelled"], IsEmpty());
  }
}

TEST_F(Doctor, AProgramThatIsNotInstrumented) {
  const Json gcc = audit(compiled(folder_, "plain", kRacyProgram, "gcc"), 2)["remarks"];
  EXPECT_THAT(only(gcc, "instrumentation"),
              AllOf(StartsWith("problem: not instrumented"), HasSubstr("[compile and link with "),
                    Not(HasSubstr("shared-libsan"))));
  EXPECT_THAT(only(gcc, "debug info"), AllOf(StartsWith("limit: "), HasSubstr("-g")));
  const Json clang = audit(compiled(folder_, "plain", kRacyProgram, "clang"), 2)["remarks"];
  EXPECT_THAT(only(clang, "instrumentation"), HasSubstr("-shared-libsan"));
}

TEST_F(Doctor, ARuntimeThatIsLinkedIn) {
  const Json remarks =
      audit(compiled(folder_, "linked", kRacyProgram, "clang -g -fsanitize=thread -static-libsan"),
            2)["remarks"];
  EXPECT_THAT(only(remarks, "instrumentation"),
              AllOf(StartsWith("problem: "), HasSubstr("linked in"), HasSubstr("-shared-libsan")));
}

TEST_F(Doctor, WhatKeepsTheRuntimeOut) {
  const std::string program = compiled(folder_, "own", kRacyProgram);
  chmod(program.c_str(), 04755);
  EXPECT_THAT(only(audit(program, 2)["remarks"], "loading"),
              AllOf(StartsWith("problem: "), HasSubstr("setuid")));
  const std::string fixed = compiled(folder_, "fixed", kRacyProgram, "gcc -static");
  EXPECT_THAT(only(audit(fixed, 2)["remarks"], "loading"),
              AllOf(StartsWith("problem: linked statically"), HasSubstr("[link without -static]")));
}

TEST_F(Doctor, AMallocInTheExecutable) {
  const std::string source =
      std::string(kRacyProgram) + "void* malloc(size_t n) { (void)n; return 0; }";
  const Json remarks = audit(
      compiled(folder_, "own", source, "gcc -g -fsanitize=thread -fno-builtin"), 0)["remarks"];
  EXPECT_THAT(only(remarks, "malloc"), AllOf(StartsWith("limit: "), HasSubstr("of its own")));
}

// The executable calls a library, the library another one by a name that is known to synchronize.
TEST_F(Doctor, SynchronizationThatIsNotModelled) {
  const std::string flags =
      "gcc -g -shared -fPIC -L" + folder_.path("") + " -Wl,-rpath," + folder_.path("");
  compiled(folder_, "libinner.so", "int dispatch_probe(void) { return 1; }", flags);
  compiled(folder_, "libouter.so",
           "#include <pthread.h>\nint dispatch_probe(void);\n"
           "int outer(pthread_mutex_t* m) { pthread_mutex_lock(m); return dispatch_probe(); }",
           flags + " -Wl,--no-as-needed -l:libinner.so");
  const std::string program =
      compiled(folder_, "main", "int outer(void*);\nint main(void) { return outer(0); }",
               "gcc -g -fsanitize=thread -L" + folder_.path("") + " -Wl,-rpath," +
                   folder_.path("") + " -Wl,--no-as-needed -l:libouter.so");
  const Json audited = audit(program, 0);
  EXPECT_THAT(only(audited["remarks"], "synchronization"),
              AllOf(StartsWith("limit: libdispatch not modelled (dispatch_probe)"),
                    Not(HasSubstr("pthread_mutex_lock"))));
  ASSERT_EQ(audited["unmodelled"].size(), 1u) << audited;
  EXPECT_EQ(audited["unmodelled"][0]["symbol"], "dispatch_probe");
  EXPECT_THAT(audited["unmodelled"][0]["module"].get<std::string>(), EndsWith("/libouter.so"));
  EXPECT_THAT(only(audited["remarks"], "libraries"),
              AllOf(StartsWith("limit: not instrumented"), HasSubstr("libinner.so"),
                    HasSubstr("libouter.so"), Not(HasSubstr("libc.so"))));

  unlink(folder_.path("libinner.so").c_str());
  EXPECT_THAT(said(audit(program, 2)["remarks"], "libraries"),
              testing::Contains(StartsWith("problem: not found: libinner.so")));
}

TEST_F(Doctor, WhatIsNoProgram) {
  const Ran missing = steward({"doctor", "--audit", folder_.path("none")});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr("No such file"));
  const Ran text = steward({"doctor", "--audit", folder_.file("text", "hello")});
  EXPECT_EQ(text.exit, 2);
  EXPECT_THAT(text.err, HasSubstr("not an executable or library"));
}

}  // namespace
}  // namespace steward::cli_test
