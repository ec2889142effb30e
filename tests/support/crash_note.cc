#include "support/crash_note.h"

#include <array>
#include <atomic>
#include <charconv>
#include <signal.h>
#include <unistd.h>

namespace steward {
namespace {

constexpr std::array<int, 4> kFatal = {SIGABRT, SIGSEGV, SIGFPE, SIGILL};
std::atomic<const TraceWords*> noted = nullptr;

void put(const char* text, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(STDERR_FILENO, text, size);
    if (written <= 0) return;
    text += written;
    size -= static_cast<std::size_t>(written);
  }
}

void write_words(int signal_number) {
  static constexpr char kLead[] = "\ncrashed on STEWARD_WORDS=";
  put(kLead, sizeof kLead - 1);
  if (const TraceWords* words = noted.load()) {
    for (std::uint32_t word : *words) {
      char digits[12];
      char* const end = std::to_chars(digits, digits + sizeof digits - 1, word).ptr;
      *end = ',';
      put(digits, static_cast<std::size_t>(end + 1 - digits));
    }
  }
  put("\n", 1);
  raise(signal_number);
}

void set_handlers(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  for (int fatal : kFatal) sigaction(fatal, &action, nullptr);
}

}  // namespace

CrashNote::CrashNote() { set_handlers(write_words); }

CrashNote::~CrashNote() {
  set_handlers(SIG_DFL);
  noted = nullptr;
}

void CrashNote::note(const TraceWords& words) { noted = &words; }

}  // namespace steward
