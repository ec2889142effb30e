#include "report/live/finding_builder.h"

#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace steward::report {
namespace {

// The name for what stands in braces, "thread 3" or "lock 5"; what is neither stays as it is.
std::string name_of(std::string_view what, WatchedProcess& process, Mentions& mentions) {
  const std::size_t blank = what.find(' ');
  const std::string_view word = what.substr(0, blank);
  std::uint64_t number = 0;
  const char* const end = what.data() + what.size();
  const char* const digits = blank == std::string_view::npos ? end : what.data() + blank + 1;
  const bool numbered = digits < end && std::from_chars(digits, end, number).ptr == end;
  if (numbered && word == "lock") return mentions.lock(process, number);
  if (numbered && (word == "thread" || word == "Thread")) {
    if (number == 0) return word == "thread" ? "main thread" : "Main thread";
    return fmt::format("{} {}", word, mentions.thread(process, number));
  }
  return "{" + std::string(what) + "}";
}

std::string with_names(std::string_view text, WatchedProcess& process, Mentions& mentions) {
  std::string result;
  for (;;) {
    const std::size_t open = text.find('{');
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return result += text;
    result += text.substr(0, open);
    result += name_of(text.substr(open + 1, close - open - 1), process, mentions);
    text.remove_prefix(close + 1);
  }
}

}  // namespace

FoundItem build_finding(const FindingRecord& record, std::uint32_t pid, WatchedProcess& process,
                        Mentions& mentions) {
  FoundItem item;
  item.kind = record.kind.empty() ? "unknown" : record.kind;
  item.message = with_names(record.message, process, mentions);
  item.process = pid;
  for (const std::uint64_t thread : record.threads)
    item.threads.push_back(mentions.thread(process, thread));
  for (const std::uint64_t lock : record.locks) item.locks.push_back(mentions.lock(process, lock));
  for (const CaptionedStack& stack : record.stacks) {
    item.stacks.push_back(process.space.stack(stack.counters));
    item.captions.push_back(with_names(stack.caption, process, mentions));
  }
  return item;
}

}  // namespace steward::report
