#include "cli/live/raw_traces.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "trace/convert.h"
#include "trace/reader.h"
#include "trace/writer.h"

namespace steward::cli {
namespace {

namespace fs = std::filesystem;

// Passes everything on, with better names for places, and with names for variables.
class NamingWriter : public Writer {
 public:
  NamingWriter(Writer& to, const report::LiveReport& live, std::optional<std::uint32_t> pid)
      : to_(to), live_(live), pid_(pid) {}

  void define(NamedObject what, std::uint64_t id, std::string_view name) override {
    to_.define(what, id, name);
  }
  void define(SiteId id, const Site& site) override { to_.define(id, named(site)); }
  void define(AddressRange range, std::string_view name) override { to_.define(range, name); }
  Result<void, Error> write(const Event& event) override {
    if (is_access(event.kind)) name_variable(event.range.begin);
    return to_.write(event);
  }
  Result<void, Error> finish() override { return to_.finish(); }

 private:
  // Most accesses are to where somebody has been lately.
  void name_variable(Address address) {
    Address& recent = recent_[address.value() / 8 % kRecent];
    if (std::exchange(recent, address) == address) return;
    const auto symbol = live_.variable(pid_, address);
    if (!symbol || symbol->size == 0) return;
    const Address begin(address.value() - symbol->offset);
    if (named_.insert(begin.value()).second)
      to_.define(AddressRange{begin, symbol->size}, symbol->name);
  }
  Site named(const Site& site) const {
    std::uint64_t counter = 0;
    const std::string& text = site.function;
    if (!text.starts_with("0x")) return site;
    std::from_chars(text.data() + 2, text.data() + text.size(), counter, 16);
    const report::Frame frame = live_.place(pid_, counter);
    if (!frame.function && !frame.file) return site;
    return {frame.function.value_or(""), frame.file.value_or(""), frame.line.value_or(0),
            frame.column.value_or(0)};
  }

  Writer& to_;
  const report::LiveReport& live_;
  const std::optional<std::uint32_t> pid_;
  static constexpr std::size_t kRecent = 4096;
  std::array<Address, kRecent> recent_ = {};
  std::unordered_set<std::uint64_t> named_;  // where they begin
};

// The files named `path`.NUMBER, and their numbers.
std::vector<std::pair<fs::path, std::uint32_t>> numbered(const fs::path& path) {
  std::vector<std::pair<fs::path, std::uint32_t>> found;
  const std::string prefix = path.filename().string() + ".";
  std::error_code ignored;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    std::uint32_t number = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + prefix.size(), end, number);
    if (read.ec == std::errc() && read.ptr == end) found.emplace_back(entry.path(), number);
  }
  return found;
}

}  // namespace

std::string RawTraces::path() const { return fs::absolute(trace_ + ".raw").string(); }

Result<void, Error> RawTraces::prepare() const {
  std::error_code failure;
  fs::remove(path(), failure);
  for (const auto& [file, number] : numbered(path())) fs::remove(file, failure);
  // What cannot be written is better said before the program runs than after it.
  auto writer = create(trace_, Format::binary);
  if (!writer) return std::move(writer).error();
  return {};
}

Result<void, Error> RawTraces::name(const report::LiveReport& live) const {
  if (fs::exists(path())) {
    if (auto done = name_one(path(), trace_, std::nullopt, live); !done) return done;
  }
  for (const auto& [file, number] : numbered(path())) {
    auto done = name_one(file.string(), trace_ + "." + std::to_string(number), number, live);
    if (!done) return done;
  }
  return {};
}

Result<void, Error> RawTraces::name_one(const std::string& raw, const std::string& trace,
                                        std::optional<std::uint32_t> pid,
                                        const report::LiveReport& live) const {
  auto reader = open(raw);
  if (!reader) return std::move(reader).error();
  auto writer = create(trace, Format::binary);
  if (!writer) return std::move(writer).error();
  NamingWriter naming(**writer, live, pid);
  std::error_code ignored;
  if (auto converted = convert(**reader, naming); !converted) {
    // Cut off: the rest is as good as before.
    if (auto finished = (*writer)->finish(); !finished) {
      // No room for a copy. Without names of places it is a trace all the same.
      fs::rename(raw, trace, ignored);
      return std::move(finished).error();
    }
  }
  fs::remove(raw, ignored);
  return {};
}

}  // namespace steward::cli
