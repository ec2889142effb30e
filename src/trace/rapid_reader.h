// Reads the text format of docs/formats/rapid.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "trace/line_reader.h"
#include "trace/rapid_line.h"
#include "trace/reader.h"

namespace steward {

// Numbers for texts, in the order of first appearance.
class Numbering {
 public:
  struct Number {
    std::uint32_t value;
    bool is_new;
  };

  // The number of `text`; the next free one if it is new.
  Number of(std::string_view text) {
    if (const auto found = numbers_.find(text); found != numbers_.end())
      return {found->second, false};
    numbers_.emplace(text, next_);
    return {next_++, true};
  }
  // Makes `text` mean a new number from now on.
  std::uint32_t renew(std::string_view text) {
    numbers_.insert_or_assign(std::string(text), next_);
    return next_++;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::uint32_t next_ = 0;
};

class RapidReader final : public Reader {
 public:
  explicit RapidReader(std::unique_ptr<ByteSource> source) : lines_(std::move(source)) {}

  // Where imported variables begin, and how much each gets.
  static constexpr std::uint64_t kFirstAddress = 0x10000;
  static constexpr std::uint64_t kVariableBytes = 8;

  Result<std::size_t, Error> read(std::span<Event> batch) override;
  Result<void, Error> rewind() override;

  const Names& names() const override { return names_; }
  std::uint8_t max_store_age() const override { return 0; }
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }
  std::uint64_t bytes_total() const override { return lines_.source().size(); }
  std::uint64_t events_read() const override { return events_; }
  const std::string& file() const override { return lines_.source().name(); }
  std::string place() const override { return std::to_string(last_line_); }

 private:
  // What the names of the trace stand for at this point of it.
  struct Meaning {
    Numbering threads, locks, variables, sites;
    // Threads that were joined: a fork of such a name begins another thread.
    std::unordered_set<std::uint32_t> joined;
  };

  // The next line that is an event, as one; nothing at the end.
  Result<std::optional<Event>, Error> next();
  Event event_of(const RapidLine& line);
  ThreadId thread(std::string_view name);
  ThreadId forked_thread(std::string_view name);
  LockId lock(std::string_view name);
  AddressRange variable(std::string_view name);
  SiteId site(std::string_view text, std::string_view variable);

  LineReader lines_;
  Names names_;
  Meaning meaning_;
  std::uint64_t events_ = 0;
  std::uint64_t last_line_ = 0;
  std::optional<Error> failure_;
};

}  // namespace steward
