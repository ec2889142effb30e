#include "report/render/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <ostream>
#include <set>
#include <string_view>

#include "report/render/function_name.h"
#include "report/render/phrases.h"
#include "report/words.h"

namespace steward::report {
namespace {

constexpr std::string_view kRule = "==================\n";
// The summary stays on one screen, however much there is to say.
constexpr std::size_t kSummaryLines = 10;

constexpr std::string_view kWarning = "\033[1;31m";
constexpr std::string_view kAccess = "\033[1;34m";
constexpr std::string_view kLocation = "\033[1;32m";
constexpr std::string_view kNone = "\033[0m";

// " main.cc:12:3 in increment": where the innermost known function of a finding is; for a trace,
// which has no stacks, nothing.
std::string top_place(const FoundItem& item) {
  if (!item.process || item.stacks.empty() || item.stacks.front().empty()) return {};
  const Frame& top = item.stacks.front().front();
  std::string text;
  if (top.file) text += " " + source_place(top);
  if (top.function) text += " in " + function_name(top);
  return text;
}

// Prints one report; only holds what all its parts need.
class TextRenderer {
 public:
  TextRenderer(const Report& report, const TextContext& context, std::ostream& out)
      : report_(report), context_(context), out_(out) {
    for (const Thread& thread : report.threads) threads_.emplace(thread.id, &thread);
    for (const Lock& lock : report.locks) locks_.emplace(lock.id, &lock);
  }

  void render_end() {
    const std::uint64_t warnings = report_.races.size() + report_.findings.size();
    if (warnings > 0) out_ << fmt::format("Steward: reported {} warnings\n", warnings);
    render_remarks();
  }
  void render_remarks() {
    print_kept_apart();
    print_suppressions();
    print_loss();
  }

  void render() {
    for (const Race& race : report_.races) print(race);
    for (const FoundItem& item : report_.findings) print(item);
    print_summary();
  }

  void print(const Race& race);
  void print(const FoundItem& item);
  void print(const Stack& stack);

 private:
  void print(const Access& access, bool previous);
  void print(const Location& location);
  void print_locks(const Race& race);
  void describe_locks(const std::set<std::string>& ids);
  void print_threads(const std::set<std::string>& ids);
  void print(const Thread& thread);

  void print_summary();
  void print_totals();
  void print_race_list();
  void print_kept_apart();
  void print_suppressions();
  void print_loss();

  std::string in_colour(std::string_view colour, std::string_view text) const {
    if (!context_.colour) return std::string(text);
    return fmt::format("{}{}{}", colour, text, kNone);
  }
  std::string described_thread(const std::string& id, bool capital = false) const;

  const Report& report_;
  const TextContext& context_;
  std::ostream& out_;
  std::map<std::string_view, const Thread*> threads_;
  std::map<std::string_view, const Lock*> locks_;
};

void TextRenderer::print(const Race& race) {
  const Access& later = race.later();
  const std::string origin = later.event ? fmt::format(" (trace event {})", later.event->value())
                             : later.process ? fmt::format(" (pid={})", *later.process)
                                             : "";
  out_ << kRule << in_colour(kWarning, "WARNING: Steward: " + name_of_race(race) + origin) << "\n";
  print(later, false);
  print(race.earlier(), true);
  print(race.location);
  print_locks(race);
  std::set<std::string> threads{race.earlier().thread, later.thread};
  if (race.location.owner) threads.insert(*race.location.owner);
  print_threads(threads);
  if (race.seen > 1)
    out_ << fmt::format("  Seen {}; this is the first.\n\n", counted(race.seen, "time"));
  if (race.hint) out_ << fmt::format("  Hint: {}\n\n", printable(*race.hint));
  if (race.constant_write) out_ << "  No write of these places has changed a value so far.\n\n";
  out_ << fmt::format("SUMMARY: Steward: {}\n", headline(race));
  if (later.event) {
    out_ << fmt::format("Verdict: {} is {}\n", race.id, describe_verdict(race));
  } else {
    out_ << fmt::format("Verdict: {}, {}\n", describe_verdict(race), race.id);
  }
  for (const Evidence& evidence : race.evidence)
    out_ << fmt::format("Replay: {} ({})\n", printable(evidence.replay),
                        word_for(evidence.outcome));
  if (race.evidence.empty() && race.replay) out_ << "Replay: " << printable(*race.replay) << "\n";
  out_ << kRule;
}

void TextRenderer::print(const FoundItem& item) {
  const std::string origin = item.process ? fmt::format(" (pid={})", *item.process) : "";
  out_ << kRule
       << in_colour(kWarning, fmt::format("WARNING: Steward: {}{}", headline(item), origin))
       << "\n";
  if (printable(item.message) != headline(item)) out_ << "  " << printable(item.message) << "\n\n";
  for (std::size_t i = 0; i < item.stacks.size(); ++i) {
    if (i < item.captions.size() && !item.captions[i].empty())
      out_ << in_colour(kAccess, "  " + printable(item.captions[i])) << "\n";
    print(item.stacks[i]);
  }
  describe_locks({item.locks.begin(), item.locks.end()});
  // Of some their beginning is what was shown.
  if (item.kind != "thread-leak" && item.kind != "ignores-enabled")
    print_threads({item.threads.begin(), item.threads.end()});
  out_ << fmt::format("SUMMARY: Steward: {}{} {}\n", headline(item), top_place(item), item.id);
  if (item.replay) out_ << "Replay: " << printable(*item.replay) << "\n";
  out_ << kRule;
}

void TextRenderer::print(const Access& access, bool previous) {
  std::string mutexes;
  for (const LockHeld& held : access.locks) {
    mutexes += fmt::format("{}{} {}", mutexes.empty() ? " (mutexes: " : ", ",
                           held.mode == LockMode::exclusive ? "write" : "read", held.lock);
  }
  if (!mutexes.empty()) mutexes += ")";
  // Of a race that was read back nobody knows where it was.
  const std::string place =
      access.address.value() == 0 ? "" : fmt::format(" at {:#014x}", access.address.value());
  const std::string event =
      previous && access.event ? fmt::format(" (trace event {})", access.event->value()) : "";
  out_ << in_colour(kAccess, fmt::format("  {}{}{} by {}{}{}:", previous ? "Previous " : "",
                                         describe_access(access, !previous), place,
                                         described_thread(access.thread), mutexes, event))
       << "\n";
  print(access.stack);
}

void TextRenderer::print(const Location& location) {
  const std::string owner = location.owner ? described_thread(*location.owner) : "thread";
  std::string text = "  Location is " + describe(location, owner);
  const std::string part = describe_part(location);
  if (!location.allocated_at) {
    if (!part.empty()) text += ", of it " + part;
    out_ << in_colour(kLocation, text) << "\n\n";
    return;
  }
  text += location.owner ? fmt::format(" allocated by {}:", owner) : ", allocated at:";
  out_ << in_colour(kLocation, text) << "\n";
  print(*location.allocated_at);
  if (!part.empty()) out_ << fmt::format("  The accesses meet on {} of it.\n\n", part);
}

void TextRenderer::print(const Stack& stack) {
  if (stack.empty()) out_ << "    <unknown place>\n";
  std::size_t number = 0;
  for (const Frame& frame : stack) {
    if (frame.callee) out_ << fmt::format("    #{} {}\n", number++, describe_callee(frame));
    out_ << fmt::format("    #{} {}\n", number++, describe(frame));
  }
  out_ << "\n";
}

void TextRenderer::print_locks(const Race& race) {
  std::set<std::string> ids;
  for (const Access& access : race.accesses) {
    for (const LockHeld& held : access.locks) {
      if (!held.acquired_at.empty()) {
        out_ << fmt::format("  {} acquired {} here:\n", described_thread(access.thread, true),
                            held.lock);
        print(held.acquired_at);
      }
      ids.insert(held.lock);
    }
  }
  describe_locks(ids);
}

void TextRenderer::describe_locks(const std::set<std::string>& ids) {
  bool any = false;
  for (const std::string& id : ids) {
    const auto lock = locks_.find(id);
    if (lock == locks_.end()) continue;
    if (!lock->second->created_at.empty()) {
      out_ << fmt::format("  Mutex {} ({:#014x}) created at:\n", id, lock->second->address.value());
      print(lock->second->created_at);
    }
    if (!lock->second->name) continue;
    out_ << fmt::format("  {}{} is {} '{}'\n", lock->second->kind == "mutex" ? "Mutex " : "", id,
                        lock->second->kind, printable(*lock->second->name));
    any = true;
  }
  if (any) out_ << "\n";
}

void TextRenderer::print_threads(const std::set<std::string>& ids) {
  for (const std::string& id : ids) {
    if (const auto thread = threads_.find(id); thread != threads_.end()) print(*thread->second);
  }
}

void TextRenderer::print(const Thread& thread) {
  if (!thread.created_by) return;
  out_ << "  " << described_thread(thread.id, true);
  if (thread.system_id != 0)
    out_ << fmt::format(" (tid={}, {})", thread.system_id,
                        thread.finished ? "finished" : "running");
  out_ << " created by " << described_thread(*thread.created_by);
  if (thread.created_at.empty()) {
    out_ << "\n\n";
    return;
  }
  out_ << " at:\n";
  print(thread.created_at);
}

void TextRenderer::print_summary() {
  print_totals();
  print_race_list();
  print_kept_apart();
  print_suppressions();
  print_loss();
}

void TextRenderer::print_totals() {
  const auto with = [&](Verdict verdict) {
    return std::count_if(report_.races.begin(), report_.races.end(),
                         [&](const Race& race) { return race.verdict == verdict; });
  };
  std::string verdicts;
  for (const Verdict verdict : {Verdict::harmful, Verdict::real, Verdict::potential}) {
    const auto count = static_cast<std::uint64_t>(with(verdict));
    if (count == 0) continue;
    verdicts +=
        fmt::format("{}{} {}", verdicts.empty() ? " (" : ", ", grouped(count), word_for(verdict));
  }
  if (!verdicts.empty()) verdicts += ")";
  const std::string races =
      report_.races.empty() ? "no races" : counted(report_.races.size(), "race");
  out_ << fmt::format("Steward: {}{} in {} by {}, {:.2f} s\n", races, verdicts,
                      counted(context_.events, "event"), context_.analysis,
                      report_.outcome.seconds);
}

void TextRenderer::print_race_list() {
  const std::size_t shown = std::min(report_.races.size(), kSummaryLines);
  for (std::size_t i = 0; i < shown; ++i) {
    const Race& race = report_.races[i];
    std::string place = race.location.name ? " on " + printable(*race.location.name) : "";
    out_ << fmt::format("  {}  {}  {}{}, {}, {}\n", race.id, word_for(race.verdict), kind_of(race),
                        place, headline(race), counted(race.seen, "time"));
  }
  if (shown < report_.races.size()) {
    out_ << fmt::format("  and {} more\n", grouped(report_.races.size() - shown));
  }
}

void TextRenderer::print_kept_apart() {
  if (report_.kept_apart.empty()) return;
  out_ << fmt::format(
      "Steward: not reported: {} of places that only atomics or signals keep apart "
      "(kept_apart in the JSON report)\n",
      counted(report_.kept_apart.size(), "pair"));
}

void TextRenderer::print_suppressions() {
  if (context_.suppressed > 0) {
    out_ << fmt::format("Steward: {} suppressed\n", counted(context_.suppressed, "report"));
  }
  if (context_.unused_suppressions.empty()) return;
  out_ << "Steward: suppressions that matched nothing:\n";
  for (const std::string& text : context_.unused_suppressions)
    out_ << "  " << printable(text) << "\n";
}

void TextRenderer::print_loss() {
  if (report_.loss.empty()) return;
  out_ << "Steward: what was given up, so that this report may be incomplete:\n";
  for (const Loss& loss : report_.loss) {
    out_ << fmt::format("  {}: {}\n", printable(loss.what), grouped(loss.count));
  }
}

std::string TextRenderer::described_thread(const std::string& id, bool capital) const {
  const auto thread = threads_.find(id);
  if (thread != threads_.end() && thread->second->main) {
    return capital ? "Main thread" : "main thread";
  }
  std::string text = (capital ? "Thread " : "thread ") + id;
  if (thread == threads_.end() || !thread->second->name || *thread->second->name == id) return text;
  return fmt::format("{} '{}'", text, printable(*thread->second->name));
}

}  // namespace

void render_text(const Report& report, const TextContext& context, std::ostream& out) {
  TextRenderer(report, context, out).render();
}

void render_race(const Report& report, const Race& race, bool colour, std::ostream& out) {
  TextContext context;
  context.colour = colour;
  TextRenderer(report, context, out).print(race);
}

void render_finding(const Report& report, const FoundItem& item, bool colour, std::ostream& out) {
  TextContext context;
  context.colour = colour;
  TextRenderer(report, context, out).print(item);
}

void render_stack(const Stack& stack, std::ostream& out) { TextRenderer({}, {}, out).print(stack); }

void render_end(const Report& report, const TextContext& context, std::ostream& out) {
  TextRenderer(report, context, out).render_end();
}

void render_remarks(const Report& report, const TextContext& context, std::ostream& out) {
  TextRenderer(report, context, out).render_remarks();
}

}  // namespace steward::report
