// What on this machine would limit Steward.

#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/live/audit.h"
#include "cli/live/audit_command.h"
#include "cli/live/audit_elf.h"
#include "cli/live/audit_toolchains.h"
#include "cli/live/program.h"
#include "report/live/channel_file.h"

namespace steward::cli {
namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
constexpr const char* kRuntime = "libsteward-fasttrack.so";

Remark about_runtime() {
  const auto list = preload_list("fasttrack");
  if (!list) {
    return {Health::problem, "runtime", list.error().message, "build with make, or install again"};
  }
  // The last three keep the compilers' own libraries out: a program with two runtimes hangs.
  for (const char* name : {"libsteward-fasttrack-record.so", "libsteward-goldilocks.so",
                           "libsteward-goldilocks-record.so", "libsteward-hybrid.so",
                           "libsteward-hybrid-record.so", "libsteward-simple.so", "libtsan.so.2",
                           "libclang_rt.tsan-x86_64.so", "libclang_rt.tsan.so"}) {
    if (access(runtime_file(name).c_str(), R_OK) == 0) continue;
    return {Health::problem, "runtime", fmt::format("{} is missing", runtime_file(name)),
            "build with make, or install again"};
  }
  return {Health::ok, "runtime", runtime_file(kRuntime), ""};
}

// Not a guess: starts a program and looks whether the runtime is in it.
Remark about_preloading() {
  const auto list = preload_list("fasttrack");
  if (!list) return {Health::problem, "preloading", "not tried without a runtime", ""};
  const CommandOutput maps = output_of({"cat", "/proc/self/maps"}, {{"LD_PRELOAD", *list}});
  if (maps.text.find(kRuntime) != std::string::npos) {
    return {Health::ok, "preloading", "LD_PRELOAD works here", ""};
  }
  return {Health::problem, "preloading",
          "a program that was started with LD_PRELOAD came up without the runtime",
          "run as an ordinary user, without AppArmor, SELinux or a wrapper that clears LD_PRELOAD"};
}

Remark about_channel() {
  const char* variable = std::getenv("TMPDIR");
  const std::string folder = variable != nullptr && *variable != 0 ? variable : "/tmp";
  if (const auto channel = report::ChannelFile::create(folder, kExitRace); !channel) {
    return {Health::problem, "temporary files", channel.error(),
            "set TMPDIR to a folder with room that can be written to"};
  }
  struct statvfs status {};
  if (statvfs(folder.c_str(), &status) != 0) return {Health::ok, "temporary files", folder, ""};
  const std::uint64_t room = std::uint64_t{status.f_bavail} * status.f_frsize;
  if (room < report::ChannelFile::kCapacity) {
    return {Health::limit, "temporary files",
            fmt::format("{} has room for {} MiB; a run that reports very much takes up to {}",
                        folder, room / kMebi, report::ChannelFile::kCapacity / kMebi),
            "make room, or set TMPDIR to another folder"};
  }
  return {Health::ok, "temporary files", fmt::format("{}, {} MiB free", folder, room / kMebi), ""};
}

Remark about_address_space() {
  struct rlimit limit {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return {Health::ok, "address space", "not limited", ""};
  }
  return {Health::limit, "address space",
          fmt::format("limited to {} MiB (ulimit -v): the program and what Steward remembers of it "
                      "share them",
                      limit.rlim_cur / kMebi),
          "ulimit -v unlimited, or several times what the program itself needs"};
}

// Without it, frames inside libc have names but no lines.
Remark about_libc() {
  Dl_info libc{};
  if (dladdr(reinterpret_cast<void*>(&getrlimit), &libc) == 0 || libc.dli_fname == nullptr) {
    return {Health::ok, "libc", "linked in", ""};
  }
  const auto facts = elf_facts(libc.dli_fname);
  if (facts && !debug_info_of(*facts).empty()) {
    return {Health::ok, "libc", fmt::format("{}, with debug info", libc.dli_fname), ""};
  }
  return {Health::ok, "libc",
          fmt::format("{}, without debug info: its frames have no lines (libc6-dbg has it, if "
                      "wanted)",
                      libc.dli_fname),
          ""};
}

}  // namespace

std::vector<Remark> audit_machine() {
  std::vector<Remark> remarks{about_runtime(), about_preloading(), about_channel(),
                              about_address_space(), about_libc()};
  for (Remark& remark : audit_toolchains()) remarks.push_back(std::move(remark));
  return remarks;
}

}  // namespace steward::cli
