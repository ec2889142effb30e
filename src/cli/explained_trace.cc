#include "cli/explained_trace.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <fmt/format.h>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

#include "base/heap.h"
#include "core/detect/dispatch.h"
#include "core/detect/goldilocks.h"
#include "core/event/attribution.h"
#include "core/event/roots.h"
#include "report/naming.h"
#include "report/render/phrases.h"
#include "trace/reader.h"
#include "trace/well_formed.h"

namespace steward::cli {
namespace {

constexpr std::size_t kEventsAtOnce = 2048;

// f(event, its number) for all events of the trace, up to where it breaks off.
template <class F>
Result<void, Error> for_each_event(Reader& trace, F&& f) {
  std::vector<Event> batch(kEventsAtOnce);
  for (std::uint64_t number = 0;;) {
    const auto count = trace.read(batch);
    if (!count) return count.error();
    if (*count == 0) return {};
    for (std::size_t i = 0; i < *count; ++i) f(batch[i], number++);
  }
}

// "counter", "counter+4", "0x55d0c0ffee": the byte meant.
std::optional<Address> address_of(const Names& names, std::string_view text) {
  const auto number = [](std::string_view digits, int base) -> std::optional<std::uint64_t> {
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
  };
  if (text.starts_with("0x")) {
    const auto value = number(text.substr(2), 16);
    return value ? std::optional(Address(*value)) : std::nullopt;
  }
  std::uint64_t offset = 0;
  if (const std::size_t plus = text.rfind('+'); plus != std::string_view::npos) {
    if (const auto value = number(text.substr(plus + 1), 10)) {
      offset = *value;
      text = text.substr(0, plus);
    }
  }
  std::optional<Address> found;
  for (const Names::RangeDefinition& range : names.ranges())
    if (range.name == text && offset < range.range.size) found = range.range.begin + offset;
  return found;
}

// Draws the set of one byte through a trace: a line for each access of it, and for each event that
// changes who may make the next. Only the last lines are kept.
class Drawing {
 public:
  Drawing(const Reader& trace, Address byte, std::size_t most)
      : names_(trace.names()),
        byte_(byte),
        most_(most),
        detector_(heap_, {AfterRace::record, trace.max_store_age()}, {}, on_race_) {}

  void see_roots(const Roots& roots) {
    for (const ThreadId root : roots.threads()) detector_.thread(root);
  }
  void see(const Event& e, std::uint64_t number) {
    races_ = 0;
    dispatch_(e, EventIndex(number));
    const auto thread = attribution_.attribute(e);
    const bool touches =
        has_range(e.kind) && e.range.begin <= byte_ && byte_ - e.range.begin < e.range.size;
    const std::string now = set();
    if (!touches && now == last_) return;
    last_ = now;
    if (touches) ++accesses_;
    lines_.push_back({number, thread ? name(*thread) : "", what(e),
                      races_ > 0 ? "RACE: it was not in the set; " + now : now});
    if (lines_.size() <= most_) return;
    lines_.pop_front();
    ++left_out_;
  }
  std::size_t accesses() const { return accesses_; }
  void print(std::ostream& out) const {
    std::size_t width = 4;
    for (const Line& line : lines_) width = std::max(width, line.what.size());
    if (left_out_ > 0) out << fmt::format("({} earlier lines left out: --last)\n", left_out_);
    out << fmt::format("{:>8}  {:6}  {:{}}  {}\n", "event", "thread", "what", width,
                       "who may access it then");
    for (const Line& line : lines_)
      out << fmt::format("{:>8}  {:6}  {:{}}  {}\n", line.event, report::printable(line.thread),
                         report::printable(line.what), width, report::printable(line.set));
  }

 private:
  struct Line {
    std::uint64_t event;
    std::string thread, what, set;
  };

  std::string name(ThreadId thread) const {
    const std::string_view known = names_.thread(thread);
    return known.empty() ? fmt::format("T{}", thread.value()) : std::string(known);
  }
  std::string name(LockId lock) const {
    const std::string_view known = names_.lock(lock);
    return known.empty() ? fmt::format("M{}", lock.value()) : std::string(known);
  }
  std::string name(const TokenName& token) const {
    const ThreadId thread(static_cast<std::uint32_t>(token.id));
    switch (token.kind) {
      case TokenKind::lock: return "who locks " + name(LockId(token.id));
      case TokenKind::lock_shared: return "who read-locks " + name(LockId(token.id));
      case TokenKind::message: {
        const std::string_view known = names_.message(MessageId(token.id));
        return "who receives " +
               (known.empty() ? fmt::format("message {}", token.id) : std::string(known));
      }
      case TokenKind::store: return "who acquires what " + name(thread) + " stored";
      case TokenKind::fence: return "who reads what " + name(thread) + " stored behind its fence";
      case TokenKind::thread: return "who joins " + name(thread);
    }
    return {};
  }
  std::string what(const Event& e) const {
    std::string text = name_of(e.kind);
    if (is_lock_operation(e.kind)) text += " " + name(e.lock());
    else if (names_thread(e.kind)) text += " " + name(e.other());
    else if (has_order(e.kind)) text += fmt::format(" ({})", name_of(e.order));
    const report::Stack place = report::stack_at(names_, e.site);
    if (place.empty()) return text;
    if (const std::string line = report::source_place(place.front()); !line.empty())
      text += " at " + line;
    if (place.front().function) text += " in " + *place.front().function;
    return text;
  }
  std::string set() {
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    detector_.show(
        byte_, [&](ThreadId thread) { add(name(thread)); },
        [&](TokenName token) { add(name(token)); });
    return text.empty() ? "anybody" : text;
  }

  const Names& names_;
  const Address byte_;
  const std::size_t most_;
  std::size_t races_ = 0;
  struct OnRace {
    Drawing& drawing;
    void operator()(const Finding& finding) const {
      if (finding.bytes.begin <= drawing.byte_ &&
          drawing.byte_ - finding.bytes.begin < finding.bytes.size)
        ++drawing.races_;
    }
  };
  OnRace on_race_{*this};
  Heap heap_;
  Goldilocks<Sequential> detector_;
  Dispatcher<Goldilocks<Sequential>> dispatch_{heap_, detector_};
  Attribution attribution_{heap_};
  std::string last_ = "anybody";
  std::deque<Line> lines_;
  std::size_t left_out_ = 0;
  std::size_t accesses_ = 0;
};

}  // namespace

Result<void, std::string> draw_sets(const std::string& file, const std::string& location,
                                    std::size_t most, std::ostream& out) {
  auto opened = open(file);
  if (!opened) return opened.error().message();
  WellFormedReader trace(std::move(*opened));

  Heap heap;
  Roots roots(heap);
  Attribution attribution(heap);
  if (const auto read = for_each_event(trace,
                                       [&](const Event& e, std::uint64_t) {
                                         if (const auto thread = attribution.attribute(e))
                                           roots.see(e, *thread);
                                       });
      !read)
    return read.error().message();
  const auto byte = address_of(trace.names(), location);
  if (!byte) return fmt::format("{} names no location {}", file, location);
  if (const auto rewound = trace.rewind(); !rewound) return rewound.error().message();

  Drawing drawing(trace, *byte, most);
  drawing.see_roots(roots);
  if (const auto read = for_each_event(
          trace, [&](const Event& e, std::uint64_t number) { drawing.see(e, number); });
      !read)
    return read.error().message();
  out << fmt::format("{} ({:#x}): {} access{}\n", location, byte->value(), drawing.accesses(),
                     drawing.accesses() == 1 ? "" : "es");
  drawing.print(out);
  return {};
}

}  // namespace steward::cli
