#include "trace/rapid_reader.h"

#include <algorithm>

namespace steward {
namespace {

constexpr std::size_t kQuotedBytes = 60;

// The start of a line, fit for a message.
std::string quoted(std::string_view line) {
  std::string text(line.substr(0, kQuotedBytes));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
  return "'" + text + (line.size() > kQuotedBytes ? "…'" : "'");
}

}  // namespace

Result<std::size_t, Error> RapidReader::read(std::span<Event> batch) {
  if (failure_) return *failure_;
  std::size_t count = 0;
  while (count < batch.size()) {
    auto event = next();
    if (!event) {
      failure_ = std::move(event).error();
      break;
    }
    if (!event->has_value()) break;
    batch[count++] = **event;
    last_line_ = lines_.line_number();
  }
  if (count == 0 && failure_) return *failure_;
  events_ += count;
  return count;
}

Result<void, Error> RapidReader::rewind() {
  if (auto rewound = lines_.rewind(); !rewound) return rewound;
  meaning_ = {};
  events_ = last_line_ = 0;
  failure_.reset();
  return {};
}

Result<std::optional<Event>, Error> RapidReader::next() {
  while (true) {
    auto line = lines_.next();
    if (!line) return std::move(line).error();
    if (!line->has_value()) return std::optional<Event>();
    if (lines_.line_number() == 1 && (*line)->starts_with(kByteOrderMark))
      (*line)->remove_prefix(kByteOrderMark.size());
    if (is_blank_or_comment(**line)) continue;
    RapidLine parsed;
    if (const char* wrong = parse_rapid_line(**line, parsed); wrong != nullptr)
      return Error{file(), std::to_string(lines_.line_number()),
                   std::string(wrong) + ", found " + quoted(**line)};
    if (parsed.operation == RapidOperation::block_mark) continue;
    return std::optional(event_of(parsed));
  }
}

Event RapidReader::event_of(const RapidLine& line) {
  const ThreadId by = thread(line.thread);
  // Many tools write the same place for everything: what accesses another variable is another site.
  const bool accesses =
      line.operation == RapidOperation::read || line.operation == RapidOperation::write;
  const SiteId at = site(line.location, accesses ? line.operand : std::string_view());
  switch (line.operation) {
    case RapidOperation::read: return event::read(by, variable(line.operand), at);
    case RapidOperation::write: return event::write(by, variable(line.operand), at);
    case RapidOperation::acquire:
      return event::acquire(by, lock(line.operand), LockMode::exclusive, at);
    case RapidOperation::release:
      return event::release(by, lock(line.operand), LockMode::exclusive, at);
    case RapidOperation::fork: return event::fork(by, forked_thread(line.operand), at);
    case RapidOperation::join: {
      const ThreadId child = thread(line.operand);
      meaning_.joined.insert(child.value());
      return event::join(by, child, at);
    }
    case RapidOperation::block_mark: break;
  }
  check_failed(__FILE__, __LINE__, "a mark of a block is no event");
}

ThreadId RapidReader::thread(std::string_view name) {
  const auto [number, is_new] = meaning_.threads.of(name);
  if (is_new) names_.define(NamedObject::thread, number, std::string(name));
  return ThreadId(number);
}

ThreadId RapidReader::forked_thread(std::string_view name) {
  const ThreadId former = thread(name);
  if (!meaning_.joined.contains(former.value())) return former;
  const std::uint32_t number = meaning_.threads.renew(name);
  names_.define(NamedObject::thread, number, std::string(name));
  return ThreadId(number);
}

LockId RapidReader::lock(std::string_view name) {
  const auto [number, is_new] = meaning_.locks.of(name);
  if (is_new) names_.define(NamedObject::lock, number, std::string(name));
  return LockId(number);
}

AddressRange RapidReader::variable(std::string_view name) {
  const auto [number, is_new] = meaning_.variables.of(name);
  const AddressRange range{Address(kFirstAddress + number * kVariableBytes), kVariableBytes};
  if (is_new) names_.define(range, std::string(name));
  return range;
}

SiteId RapidReader::site(std::string_view text, std::string_view variable) {
  // Tools write 0 where nothing is known, and so do we: an empty text is the same.
  const std::string_view known = text.empty() ? "0" : text;
  const auto [number, is_new] =
      meaning_.sites.of(std::string(known) + '\n' + std::string(variable));
  const SiteId id(number + 1);
  if (is_new) names_.define(id, site_from(known));
  return id;
}

}  // namespace steward
