#include "report/render/phrases.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "report/readable.h"
#include "report/render/function_name.h"
#include "report/words.h"

namespace steward::report {

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result;
}

std::string source_place(const Frame& frame) {
  if (!frame.file) return {};
  // Compilers find their headers by a way of many turns.
  std::string place = printable(std::filesystem::path(*frame.file).lexically_normal().string());
  if (frame.line) place += fmt::format(":{}", *frame.line);
  if (frame.line && frame.column) place += fmt::format(":{}", *frame.column);
  return place;
}

std::string module_place(std::string_view module, std::uint64_t offset) {
  return fmt::format("{}+{:#x}", printable(module.substr(module.rfind('/') + 1)), offset);
}

namespace {

std::string in_module(const Frame& frame) {
  if (!frame.module) return {};
  return fmt::format(" ({})", module_place(*frame.module, frame.offset.value_or(0)));
}

}  // namespace

std::string describe(const Frame& frame) {
  std::string text = frame.function ? function_name(frame) : "<unknown function>";
  if (frame.file) text += " " + source_place(frame);
  return text + in_module(frame);
}

std::string describe_callee(const Frame& frame) {
  return printable(*frame.callee) + " <null>" + in_module(frame);
}

std::string name_of_race(const Race& race) {
  const bool vptr = race.earlier().vptr || race.later().vptr;
  if (race.earlier().kind == AccessKind::free)
    return vptr ? "heap-use-after-free (virtual call vs free)"
                : "heap-use-after-free (data race with a free)";
  return vptr ? "data race on vptr (ctor/dtor vs virtual call)" : "data race";
}

std::string headline(const Race& race) {
  std::string text = name_of_race(race);
  if (race.later().stack.empty()) return text;
  const Frame& top = race.later().stack.front();
  if (top.file) text += " " + source_place(top);
  if (top.function) text += " in " + function_name(top);
  return text;
}

std::string describe_access(const Access& access, bool capital) {
  // To free is to write, as readers of such reports know it; the stack tells by which function.
  const bool frees =
      access.kind == AccessKind::free && !access.stack.empty() && access.stack.front().callee;
  std::string text = fmt::format("{}{} of size {}", is_atomic(access.kind) ? "atomic " : "",
                                 frees ? "write" : word_for(access.kind), access.size);
  if (capital) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string headline(const FoundItem& item) {
  if (item.kind == "mutex-misuse" || item.kind == "ignores-enabled") return printable(item.message);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kWords{{
      {"lock-order", "lock-order-inversion (potential deadlock)"},
      {"thread-leak", "thread leak"},
      {"signal-unsafe", "signal-unsafe call inside of a signal"},
      {"errno-in-signal", "signal handler spoils errno"},
      {"use-after-free", "heap-use-after-free"},
  }};
  for (const auto& [kind, words] : kWords) {
    if (item.kind == kind) return std::string(words);
  }
  return printable(item.kind);
}

std::string describe(const Location& location, const std::string& owner) {
  const bool block = location.kind == LocationKind::heap && location.object_size > 0;
  if (!location.name && !block) {
    if (location.kind == LocationKind::stack) return fmt::format("stack of {}.", owner);
    if (location.kind == LocationKind::tls) return fmt::format("TLS of {}.", owner);
    if (location.kind == LocationKind::heap) return "heap block";  // of a race that was read back
    std::string text = fmt::format("address {:#014x}", location.offset);
    if (!location.module) return text + ", which has no name";
    return text + fmt::format(" ({})", module_place(*location.module, location.module_offset));
  }
  std::string text;
  if (location.name) {
    if (location.kind != LocationKind::unknown) text = fmt::format("{} ", word_for(location.kind));
    text += fmt::format("'{}'", printable(readable(*location.name)));
  } else {
    text = "heap block";
  }
  // Of a race that was read back nobody knows where it was.
  if (location.object_size > 0)
    text +=
        fmt::format(" of size {} at {:#014x}", location.object_size, location.object_begin.value());
  if (location.module) {
    text += fmt::format(" ({})", module_place(*location.module, location.module_offset));
  }
  return text;
}

std::string describe_part(const Location& location) {
  if (location.size >= location.object_size) return {};
  return fmt::format("{} from offset {}", counted(location.size, "byte"), location.offset);
}

std::string describe_verdict(const Race& race) {
  std::string text(word_for(race.verdict));
  if (!race.real_by) return text;
  text += fmt::format(" ({}by {})", race.verdict == Verdict::real ? "" : "real ",
                      word_for(*race.real_by));
  return text;
}

const Frame& own_frame(const Stack& stack) {
  const auto own = std::find_if(stack.begin(), stack.end(), [](const Frame& frame) {
    const std::string place = source_place(frame);
    return !place.empty() && !place.starts_with("/usr/");
  });
  return own == stack.end() ? stack.front() : *own;
}

std::string short_place(const Stack& stack) {
  if (stack.empty()) return "?";
  const Frame& frame = own_frame(stack);
  const std::string place = source_place(frame);
  return place.empty() ? function_name(frame) : place.substr(place.rfind('/') + 1);
}

std::string name_of(const Location& location) {
  return printable(readable(location.name.value_or(std::string(word_for(location.kind)))));
}

std::string_view describe(Cause cause) {
  return cause == Cause::stale_value ? "a stale value" : "the schedule";
}

std::uint64_t count_of(const Report& report, Verdict verdict) {
  return static_cast<std::uint64_t>(
      std::count_if(report.races.begin(), report.races.end(),
                    [&](const Race& race) { return race.verdict == verdict; }));
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

}  // namespace steward::report
