// steward cc and steward c++: what they build, what they pass on, and what they keep quiet about.

#include <sys/stat.h>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

constexpr const char* kIncrement = "int x;\nvoid f(void) { x++; }\n";
constexpr const char* kLoop =
    "void f(int* restrict a, const int* restrict b) {\n"
    "  for (int i = 0; i < 1024; ++i) a[i] = b[i] + 1;\n"
    "}\n";

class Compile : public testing::Test {
 protected:
  static Ran cc(const std::string& compiler, std::vector<std::string> words) {
    words.insert(words.begin(), {"cc", "--compiler", compiler, "--"});
    return steward(words);
  }
  static bool exists(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0;
  }

  Folder folder_;
};

TEST_F(Compile, WhatItBuildsCanBeRun) {
  const std::string source = folder_.file("racy.c", kRacyProgram);
  const std::string object = folder_.path("racy.o"), program = folder_.path("racy");
  for (const char* compiler : {"gcc", "clang"}) {
    // Warnings are errors: nothing that is added may be without use in a step.
    const Ran first = cc(compiler, {"-Wall", "-Werror", "-c", source, "-o", object});
    EXPECT_EQ(first.exit, 0) << first.err;
    const Ran second = cc(compiler, {"-Wall", "-Werror", object, "-o", program, "-lpthread"});
    EXPECT_EQ(second.exit, 0) << second.err;
    EXPECT_THAT(first.out + first.err + second.out + second.err, IsEmpty()) << compiler;
    const Ran ran = steward({"run", "--", program});
    EXPECT_EQ(ran.exit, 66) << compiler;
    EXPECT_THAT(ran.err, HasSubstr("racy.c:9:")) << compiler << ": with lines, so with -g";
  }
}

TEST_F(Compile, WithoutACompilerNamedItTakesTheUsualOnes) {
  const std::string source = folder_.file("x.c", kIncrement);
  const Ran c = steward({"cc", "--", "-S", "-o", "-", source});
  EXPECT_THAT(c.out, AllOf(HasSubstr("__tsan_write4"), HasSubstr("f:")));
  const Ran cxx = steward({"c++", "--", "-S", "-o", "-", "-x", "c++", source});
  EXPECT_THAT(cxx.out, AllOf(HasSubstr("__tsan_write4"), HasSubstr("_Z1fv:")));
}

TEST_F(Compile, ClangShowsTheReadOfAnIncrement) {
  const std::string source = folder_.file("x.c", kIncrement);
  const Ran ran = cc("clang", {"-O1", "-S", "-o", "-", source});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("__tsan_read4"), HasSubstr("__tsan_write4")));
}

TEST_F(Compile, SmallMemoryFunctionsAreShown) {
  const std::string source =
      folder_.file("m.c",
                   "#include <string.h>\n"
                   "void set(char* to) { memset(to, 0, 8); }\n"
                   "void copy(char* to, char* from) { memcpy(to, from, 32); }\n"
                   "int same(char* a, char* b) { return memcmp(a, b, 4) == 0; }\n"
                   "void name(char* to) { strcpy(to, \"abc\"); }\n");
  for (const char* level : {"-O0", "-O1", "-O2"}) {
    const Ran gcc = cc("gcc", {level, "-S", "-o", "-", source});
    EXPECT_THAT(gcc.out, AllOf(HasSubstr("memset"), HasSubstr("memcpy"), HasSubstr("memcmp"),
                               HasSubstr("strcpy")))
        << level;
    const Ran clang = cc("clang", {level, "-S", "-o", "-", source});
    const auto either = [](const char* call, const char* callback) {
      return testing::AnyOf(HasSubstr(call), HasSubstr(callback));
    };
    EXPECT_THAT(clang.out,
                AllOf(either("memset", "__tsan_unaligned_write8"), HasSubstr("memcpy"),
                      either("memcmp", "bcmp"), either("strcpy", "__tsan_unaligned_write4")))
        << level;
  }
}

TEST_F(Compile, ClangShowsWhatLoopsOfVectorsAccess) {
  const std::string source = folder_.file("loop.c", kLoop);
  for (const char* flag : {"-mavx2", "-march=haswell"}) {
    const Ran ran = cc("clang", {"-O2", flag, "-S", "-o", "-", source});
    EXPECT_THAT(ran.out, HasSubstr("write16")) << flag << ran.err;
  }
  const std::string wide =
      folder_.file("wide.c", std::string("__attribute__((target(\"avx2\"))) ") + kLoop);
  EXPECT_THAT(cc("clang", {"-O3", "-S", "-o", "-", wide}).out, HasSubstr("write16"));
}

TEST_F(Compile, FlagsInAResponseFileCount) {
  const std::string source = folder_.file("loop.c", kLoop);
  const std::string words = folder_.file("words", "-O3 \"-mavx2\"\n-S -o -");
  EXPECT_THAT(cc("clang", {"@" + words, source}).out, HasSubstr("write16"));
}

TEST_F(Compile, TheUsersWordsCountOverTheAddedOnes) {
  const std::string source = folder_.file("x.c", kIncrement);
  for (const char* compiler : {"gcc", "clang"}) {
    const Ran ran = cc(compiler, {"-fno-sanitize=thread", "-S", "-o", "-", source});
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(ran.out, AllOf(HasSubstr("f:"), Not(HasSubstr("__tsan")))) << compiler;
  }
}

TEST_F(Compile, PreprocessingDependenciesAndAssemblerPassThrough) {
  const std::string source = folder_.file("odd.name", "#define VALUE 41\nint x = VALUE;\n");
  const std::string assembler = folder_.file("a.s", ".text\n");
  for (const char* compiler : {"gcc", "clang"}) {
    const Ran text = cc(compiler, {"-E", "-Werror", "-x", "c", source});
    EXPECT_THAT(text.out, HasSubstr("int x = 41;")) << compiler << text.err;
    const Ran noted = cc(compiler, {"-x", "c", "-MD", "-MF", folder_.path("d"), "-c", source, "-o",
                                    folder_.path("o")});
    EXPECT_EQ(noted.exit, 0) << noted.err;
    EXPECT_THAT(folder_.read("d"), HasSubstr("odd.name")) << compiler;
    const Ran assembled =
        cc(compiler, {"-Wall", "-Werror", "-c", assembler, "-o", folder_.path("o")});
    EXPECT_EQ(assembled.exit, 0) << assembled.err;
  }
}

TEST_F(Compile, TheExitCodeAndTheMessagesAreTheCompilers) {
  const Ran ran = cc("gcc", {"-c", folder_.file("bad.c", "int f( {"), "-o", folder_.path("o")});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("bad.c:1:"), HasSubstr("error:")));
  EXPECT_FALSE(exists(folder_.path("o")));
}

TEST_F(Compile, MakeCanUseIt) {
  folder_.file("racy.c", kRacyProgram);
  const std::string command = "cd " + folder_.path("") +
                              " && make -s -f /dev/null racy LDLIBS=-lpthread CC='" STEWARD_TOOL
                              " cc'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  EXPECT_EQ(steward({"run", "--", folder_.path("racy")}).exit, 66);
}

TEST_F(Compile, TheProgramOfTheDocsRacesAsTheySay) {
  const std::string source = project_file("corpus/demo/hits.cc");
  const std::string docs = project_file("docs/run.md");
  EXPECT_THAT(docs, HasSubstr(source));
  const std::string program = folder_.path("a.out");
  ASSERT_EQ(steward({"c++", "--", folder_.file("hits.cc", source), "-o", program}).exit, 0);
  const Ran ran = steward({"run", "--", program});
  EXPECT_EQ(ran.exit, 66);
  for (const char* part : {"hits.cc:9:", "hits.cc:17:", "hits.cc:8:", "Mutex M1 is mutex 'lock'",
                           "Location is global 'hits' of size 8"}) {
    EXPECT_THAT(ran.err, HasSubstr(part));
    EXPECT_THAT(docs, HasSubstr(part));
  }
}

TEST_F(Compile, WordsNeedNoMark) {
  const std::string source = folder_.file("x.c", kIncrement);
  const Ran plain = steward({"cc", "-S", "-o", "-", source});
  EXPECT_THAT(plain.out, HasSubstr("__tsan_write4")) << plain.err;
  const Ran chosen = steward({"cc", "--compiler=clang", "-O1", "-S", "-o", "-", source});
  EXPECT_THAT(chosen.out, HasSubstr("__tsan_read4")) << chosen.err;
  EXPECT_THAT(steward({"cc", "--help"}).out, HasSubstr("Usage: steward cc"));
  EXPECT_THAT(steward({"cc", "--version"}).out, HasSubstr("gcc"));
}

TEST_F(Compile, MistakesAreSaid) {
  const Ran missing = cc("steward-no-such-compiler", {"-c", "x.c"});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr("steward-no-such-compiler"));
  const Ran other = cc("false", {"-c", "x.c"});
  EXPECT_EQ(other.exit, 2);
  EXPECT_THAT(other.err, HasSubstr("no compiler that Steward knows"));
  EXPECT_EQ(steward({"cc"}).exit, 2);
}

}  // namespace
}  // namespace steward::cli_test
