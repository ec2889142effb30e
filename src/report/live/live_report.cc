#include "report/live/live_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <utility>

#include "report/hint.h"
#include "report/live/finding_builder.h"
#include "report/live/race_builder.h"
#include "report/render/text.h"

namespace steward::report {

using channel::Kind;
using channel::State;

namespace {

// Two may be chance, or the two accesses themselves.
constexpr std::uint64_t kFewAccesses = 2;

std::optional<UsualLock> usual_lock(const RaceRecord& record, WatchedProcess& process,
                                    Mentions& mentions) {
  const auto most = std::max_element(
      record.locks_used.begin(), record.locks_used.end(),
      [](const LockUsed& a, const LockUsed& b) { return a.accesses < b.accesses; });
  if (most == record.locks_used.end() || record.accesses_known <= kFewAccesses ||
      most->accesses * 2 <= record.accesses_known)
    return std::nullopt;
  return UsualLock{mentions.lock(process, most->lock), most->accesses, record.accesses_known,
                   record.others_like_it};
}

// Where it is in its module.
using CodePlace = std::pair<std::string, std::uint64_t>;
CodePlace code_place(const Access& access) {
  if (access.stack.empty()) return {};
  const Frame& frame = access.stack.front();
  return {frame.module.value_or(""), frame.offset.value_or(0)};
}

std::uint64_t innermost(const Counters& stack) { return stack.empty() ? 0 : stack.front(); }

}  // namespace

LiveReport::PlacesOf LiveReport::places_of(std::uint32_t pid, const RaceRecord& record) {
  const std::uint64_t one = innermost(record.accesses[0].stack);
  const std::uint64_t other = innermost(record.accesses[1].stack);
  return {pid, std::min(one, other), std::max(one, other)};
}

channel::State LiveReport::take(const RecordView& record) {
  const std::uint32_t pid = record.process();
  bool broken = false;
  State answer = State::dismissed;
  switch (record.kind()) {
    case Kind::process: take_process(pid, decode_process(record.body, broken)); break;
    case Kind::modules: process(pid).space.replace(decode_modules(record.body, broken)); break;
    case Kind::thread: process(pid).take(decode_thread(record.body, broken)); break;
    case Kind::name: process(pid).take(decode_name(record.body, broken)); break;
    case Kind::lock: process(pid).take(decode_lock(record.body, broken)); break;
    case Kind::race: answer = take_race(pid, decode_race(record.body, broken)); break;
    case Kind::kept_apart: take_kept_apart(pid, decode_race(record.body, broken)); break;
    case Kind::finding: answer = take_finding(pid, decode_finding(record.body, broken)); break;
    case Kind::loss: {
      const LossRecord loss = decode_loss(record.body, broken);
      if (!loss.what.empty()) loss_[loss.what] += loss.count;
      break;
    }
    case Kind::trace: {
      std::ostringstream text;
      render_stack(process(pid).space.stack(decode_trace(record.body, broken)), text);
      audience_.print(text.str());
      break;
    }
    case Kind::prospect: prospects_.entries.insert(decode_prospect(record.body, broken)); break;
    case Kind::locks_held:
      prospects_.locks_held = std::max(prospects_.locks_held, decode_number(record.body, broken));
      break;
    case Kind::functions: {
      const std::uint64_t question = decode_number(record.body, broken);
      if (functions_ != nullptr) functions_->answer(question, process(pid).space);
      break;
    }
    case Kind::called: {
      const std::uint64_t number = decode_number(record.body, broken);
      if (functions_ != nullptr) functions_->called(number);
      break;
    }
    case Kind::together: {
      TogetherRecord met = decode_together(record.body, broken);
      Race race = race_of(pid, met.race);
      race.real_by = RealBy::simultaneous;
      audience_.together(met.first, met.second, met.step, std::move(race));
      break;
    }
    case Kind::stale: {
      const StaleRecord stale = decode_stale(record.body, broken);
      audience_.stale(build_finding(stale.read, pid, process(pid), mentions_),
                      race_of(pid, stale.race));
      break;
    }
    case Kind::memory: audience_.memory(decode_memory(record.body, broken)); break;
    case Kind::steps: audience_.stepped(decode_steps(record.body, broken)); break;
    case Kind::guarded: any_guarded_ = true; break;
    case Kind::refused: {
      const RefusedRecord refused = decode_refused(record.body, broken);
      audience_.refused(pid, refused, mentions_.thread(process(pid), refused.thread));
      break;
    }
    case Kind::opened: audience_.opened(decode_text(record.body, broken)); break;
    case Kind::log: audience_.redirect(decode_text(record.body, broken)); break;
  }
  if (broken) ++broken_;
  return answer;
}

void LiveReport::begin_execution() {
  first_process_.reset();
  by_pid_.clear();
  predicted_.clear();
}

WatchedProcess& LiveReport::process(std::uint32_t pid) {
  return by_pid_.try_emplace(pid, symbols_).first->second;
}

void LiveReport::take_process(std::uint32_t pid, const ProcessRecord& record) {
  ++processes_;
  if (!first_process_) first_process_ = pid;
  const auto parent = by_pid_.find(static_cast<std::uint32_t>(record.parent));
  audience_.joins(pid, record);
  if (record.forked && parent != by_pid_.end()) {
    by_pid_.insert_or_assign(pid, WatchedProcess(parent->second));
  }
}

Frame LiveReport::place(std::optional<std::uint32_t> pid, std::uint64_t counter) const {
  if (!pid) pid = first_process_;
  const auto known = pid ? by_pid_.find(*pid) : by_pid_.end();
  if (known == by_pid_.end()) return {};
  const Stack frames = known->second.space.stack({counter});
  return frames.empty() ? Frame() : frames.front();
}

std::optional<SymbolAt> LiveReport::variable(std::optional<std::uint32_t> pid,
                                             Address address) const {
  if (!pid) pid = first_process_;
  const auto known = pid ? by_pid_.find(*pid) : by_pid_.end();
  if (known == by_pid_.end()) return std::nullopt;
  const auto global = known->second.space.global(address.value());
  return global ? global->symbol : std::nullopt;
}

Race LiveReport::race_of(std::uint32_t pid, const RaceRecord& record) {
  WatchedProcess& where = process(pid);
  Race race = build_race(record, pid, where, mentions_);
  race.verdict = verdict_;
  if (verdict_ == Verdict::real) race.real_by = RealBy::happens_before;
  if (verdict_ == Verdict::potential) race.runs.predicted = 1;
  race.fingerprint = identities_.fingerprint_of(race, record, where.space);
  return race;
}

void LiveReport::take_kept_apart(std::uint32_t pid, const RaceRecord& record) {
  Race pair = race_of(pid, record);
  if (!kept_apart_.insert(pair.fingerprint).second) return;
  pair.id = identities_.fresh_id(pair.fingerprint);
  pair.hint = message_hint();
  report_.kept_apart.push_back(std::move(pair));
}

channel::State LiveReport::take_race(std::uint32_t pid, const RaceRecord& record) {
  Race race = race_of(pid, record);
  if (verdict_ == Verdict::potential && !race.hint)
    race.hint = lock_hint(race, report_.locks, usual_lock(record, process(pid), mentions_));
  Judged& judged = races_[race.fingerprint];
  if (judged.index < 0 && verdict_ == Verdict::potential) {
    if (const auto known = predicted_.find(places_of(pid, record)); known != predicted_.end())
      judged = known->second;
  }
  if (judged.index >= 0) {
    ++report_.races[static_cast<std::size_t>(judged.index)].seen;
    return answer_to(judged.counts, race);
  }
  // One that was unwanted may have been so for the calls that led there.
  if (!audience_.wants(race)) return State::dismissed;
  race.id = identities_.fresh_id(race.fingerprint);
  judged.index = static_cast<std::ptrdiff_t>(report_.races.size());
  report_.races.push_back(race);
  judged.counts = audience_.counts(report_.races.back());
  if (verdict_ == Verdict::potential) predicted_[places_of(pid, record)] = judged;
  return answer_to(judged.counts, race);
}

channel::State LiveReport::take_finding(std::uint32_t pid, const FindingRecord& record) {
  WatchedProcess& where = process(pid);
  FoundItem item = build_finding(record, pid, where, mentions_);
  if (!audience_.wants(item)) return State::dismissed;
  item.id = fmt::format("F-{}", report_.findings.size() + 1);
  report_.findings.push_back(std::move(item));
  const FoundItem& told = report_.findings.back();
  return answer_to(audience_.counts(told), told);
}

void LiveReport::finish(const std::function<bool(const Race&)>& wants) {
  std::set<std::pair<CodePlace, CodePlace>> told;
  std::erase_if(report_.kept_apart, [&](const Race& pair) {
    return races_.contains(pair.fingerprint) || !wants(pair) ||
           !told.insert(std::minmax({code_place(pair.earlier()), code_place(pair.later())})).second;
  });
  for (const auto& [what, count] : loss_) report_.loss.push_back({what, count});
  if (broken_ > 0) report_.loss.push_back({"records of the program that were damaged", broken_});
  if (uses_openmp())
    report_.loss.push_back(
        {"OpenMP, whose own synchronization is not seen: races between threads "
         "that it keeps apart may be none",
         1});
}

bool LiveReport::uses_openmp() const {
  bool found = false;
  for_each_space([&](const AddressSpace& space) {
    space.for_each_module([&](const ModuleRecord& module, const auto&) {
      const std::string name = module.path.substr(module.path.rfind('/') + 1);
      for (const char* const library : {"libgomp.so", "libomp.so", "libiomp5.so"})
        found |= name.starts_with(library);
    });
  });
  return found;
}

}  // namespace steward::report
