#include "runtime/report/reporter.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "runtime/control/endings.h"
#include "runtime/platform/raw.h"
#include "runtime/report/program_hooks.h"
#include "runtime/report/race_words.h"
#include "runtime/state/runtime.h"

namespace steward {

using channel::Encoder;
using channel::Kind;
using channel::State;
using Effect = Origins::Effect;

namespace {

// Memory that was unmapped may be there again, without any call that could be seen: the loader may
// have put a module where a block was. Not so where the program itself has blocks.
bool is_replaced(const AccessOrigin& freed, Address address) {
  return freed.form != channel::AccessForm::given_back && is_in_module(address);
}
bool is_vptr(const AccessOrigin& origin) { return origin.form == channel::AccessForm::vptr; }

}  // namespace

Reporter::Reporter(Runtime& runtime)
    : runtime_(runtime),
      modules_(runtime),
      records_(runtime, modules_),
      tellings_(runtime.heap),
      held_back_(runtime.heap),
      told_remarks_(runtime.heap) {}

void Reporter::note(const LiveFinding& finding) {
  if (current_thread == nullptr || current_thread->refusal.expected) return;
  // Of a flood not each is to wait for its turn, only to be told no more.
  if (finding.kept_apart == KeptApart::by_messages && can_be_told(finding) &&
      tellings_.had_enough(pair_of(finding)))
    return;
  if (current_thread->found.empty()) current_thread->found_number = order_.take();
  current_thread->found.push_back(finding);
}

bool Reporter::tell(ThreadState& t) {
  // Of one event, as the report of a trace orders them.
  std::sort(t.found.begin(), t.found.end(), [](const LiveFinding& a, const LiveFinding& b) {
    return std::tuple(a.bytes.begin, a.earlier.thread) <
           std::tuple(b.bytes.begin, b.earlier.thread);
  });
  order_.await(t.found_number);
  bool refused = false;
  for (std::size_t i = 0; i < t.found.size(); ++i) refused |= tell(t.found[i]);
  order_.told(t.found_number);
  t.found.clear();
  return refused;
}

bool Reporter::tell(const LiveFinding& finding) {
  if (Analysis::selects()) {
    runtime_.prospects.watch(finding.bytes);
    return false;
  }
  if (runtime_.benign.meet(finding.bytes)) return false;
  switch (finding.kept_apart) {
    case KeptApart::by_nothing: return tell_race(finding);
    case KeptApart::by_messages: tell_kept_apart(finding); break;
    case KeptApart::by_order: tell_use_after_free(finding); break;
  }
  return false;
}

void Reporter::tell_use_after_free(const LiveFinding& finding) {
  static constexpr char kKind[] = "use-after-free";
  const auto block = runtime_.blocks.around(finding.bytes.begin);
  const AccessOrigin& freed = runtime_.origins.at(finding.earlier.origin.number());
  if (!block || !block->freed || is_replaced(freed, finding.bytes.begin)) return;
  const AccessOrigin& used = runtime_.origins.at(finding.later.origin.number());
  if (!is_news(kKind, used.counter, used.calls)) return;
  const AddressRange bytes = used.range(finding.bytes);
  Remark remark = this->remark(kKind, "heap-use-after-free");
  remark.message << "Access to a block of " << block->range.size << " bytes at "
                 << block->range.begin << " that has been freed, at its offset "
                 << finding.bytes.begin - block->range.begin << ".";
  remark.about(finding.later.thread);
  remark.about(finding.earlier.thread);
  remark.stack(Words(runtime_.heap)
                   << (is_write(used.kind) ? "Write of size " : "Read of size ") << bytes.size
                   << " at " << bytes.begin << " by " << finding.later.thread << ":",
               used.counter, used.calls);
  remark.stack(Words(runtime_.heap) << "Freed by " << finding.earlier.thread << ":", freed.counter,
               freed.calls);
  remark.stack(Words(runtime_.heap) << "Allocated by " << block->thread << ":", block->counter,
               block->calls);
  tell(remark);
}

bool Reporter::can_be_told(const LiveFinding& finding) const {
  if (!Origins::is_known(finding.earlier.origin.number()) ||
      !Origins::is_known(finding.later.origin.number()))
    return false;
  return finding.earlier.origin.kind() != AccessKind::free ||
         !is_replaced(runtime_.origins.at(finding.earlier.origin.number()), finding.bytes.begin);
}

PlacePair Reporter::pair_of(const LiveFinding& finding) const {
  const AccessOrigin& earlier = runtime_.origins.at(finding.earlier.origin.number());
  const AccessOrigin& later = runtime_.origins.at(finding.later.origin.number());
  return {{earlier.counter, later.counter},
          {earlier.calls, later.calls},
          finding.bytes.begin.value() / PlacePair::kRegion,
          finding.kept_apart};
}

void Reporter::settle(const LiveFinding& finding) {
  const auto site = [&](const LiveFinding::Access& access) {
    return SiteId(runtime_.origins.at(access.origin.number()).site);
  };
  runtime_.detector.settle(site(finding.earlier), site(finding.later), finding.kept_apart);
}

// Whether the user wants it is known only at the end: another may have to stand for it.
void Reporter::tell_kept_apart(const LiveFinding& finding) {
  if (!can_be_told(finding)) return;
  const PlacePair pair = pair_of(finding);
  if (!tellings_.take(pair)) return;
  runtime_.sender.send(Kind::kept_apart, records_.body_of(finding, false));
  if (tellings_.dismiss(pair)) settle(finding);
}

void Reporter::tell_together(const LiveFinding& finding, std::uint64_t first_statement,
                             std::uint64_t second_statement, std::uint64_t step) {
  if (!can_be_told(finding)) return;
  Encoder body(runtime_.heap);
  body.number(first_statement).number(second_statement).number(step);
  body.append(records_.body_of(finding, false));
  runtime_.sender.send(Kind::together, body);
}

void Reporter::tell_stale(const Remark& remark, const LiveFinding& finding) {
  if (!can_be_told(finding)) return;
  Encoder body = remark.body();
  body.append(records_.body_of(finding, false));
  runtime_.sender.send(Kind::stale, body);
}

bool Reporter::tell_race(const LiveFinding& finding) {
  if (!can_be_told(finding)) return false;
  const PlacePair pair = pair_of(finding);
  if (!tellings_.take(pair)) return tellings_.counted(pair) && refuse(finding, false);
  if (runtime_.sender.ignores_constant_writes()) {
    const Hold hold(lock_);
    // Who finds out that something changes looks for what is held back afterwards.
    if (have_effect(finding, Effect::unknown)) {
      held_back_.push_back(finding);
      return false;
    }
  }
  return tell_now(finding, have_effect(finding, Effect::none));
}

bool Reporter::tell_now(const LiveFinding& finding, bool constant) {
  const AccessOrigin& earlier = runtime_.origins.at(finding.earlier.origin.number());
  const AccessOrigin& later = runtime_.origins.at(finding.later.origin.number());
  const State answer = runtime_.sender.answer_to(
      runtime_.sender.send(Kind::race, records_.body_of(finding, constant)));
  const PlacePair pair = pair_of(finding);
  if (answer != State::dismissed || tellings_.dismiss(pair)) settle(finding);
  if (!has_failed(answer)) return false;
  failed_.store(true, std::memory_order_relaxed);
  const bool refused = refuse(finding, true);
  if (!tellings_.count(pair) && answer != State::halts) return refused;
  ReportView view(runtime_.heap, is_vptr(earlier) || is_vptr(later) ? "data-race-vptr"
                                 : earlier.kind == AccessKind::free ? "heap-use-after-free"
                                                                    : "data-race");
  add_to(view, finding.later, finding.bytes);
  add_to(view, finding.earlier, finding.bytes);
  view.location = finding.bytes.begin;
  show_to_program(view);
  if (answer == State::halts) end_failed(runtime_);
  return refused;
}

bool Reporter::refuse(const LiveFinding& finding, bool is_news) {
  const AccessOrigin& later = runtime_.origins.at(finding.later.origin.number());
  const channel::OnRace what = runtime_.race_policy.at(later.counter);
  if (what == channel::OnRace::go_on) return false;
  Refusal& refusal = current_thread->refusal;
  if (what == channel::OnRace::abort) tell_refused(finding, steward_way_abort, steward_why_policy);
  if (refusal.by_handler) tell_refused(finding, steward_way_abort, steward_why_signal);
  if (!refusal.possible)
    tell_refused(finding, steward_way_abort,
                 is_atomic(later.kind) ? steward_why_atomic : steward_why_no_check);
  refusal.race = finding;
  refusal.what = what;
  refusal.is_news = is_news;
  return true;
}

void Reporter::tell_refused(const LiveFinding& finding, int way, int why) {
  const AccessOrigin& access = runtime_.origins.at(finding.later.origin.number());
  Encoder body(runtime_.heap);
  body.number(static_cast<std::uint64_t>(access.kind))
      .number(access.form == channel::AccessForm::done ? 1 : 0)
      .number(finding.later.thread.value())
      .number(static_cast<std::uint64_t>(way))
      .number(static_cast<std::uint64_t>(why));
  runtime_.sender.answer_to(runtime_.sender.send(Kind::refused, body));
  if (way == steward_way_abort) abort_process(runtime_);
}

void Reporter::tell_guarded() { runtime_.sender.send(Kind::guarded, Encoder(runtime_.heap)); }

bool Reporter::have_effect(const LiveFinding& finding, Effect least) const {
  for (const LiveFinding::Access* side : {&finding.earlier, &finding.later}) {
    const AccessOrigin& origin = runtime_.origins.at(side->origin.number());
    if (!is_write(origin.kind)) continue;
    const Effect effect = runtime_.origins.effect_of(origin.site);
    if (origin.kind != AccessKind::write || effect == Effect::change || effect < least)
      return false;
  }
  return true;
}

template <class IsDue>
void Reporter::tell_held_back(IsDue&& is_due) {
  Vector<LiveFinding> due(runtime_.heap);
  {
    const Hold hold(lock_);
    for (std::size_t i = 0; i < held_back_.size();) {
      if (!is_due(held_back_[i])) {
        ++i;
        continue;
      }
      due.push_back(held_back_[i]);
      held_back_.erase(i);
    }
  }
  for (const LiveFinding& finding : due) tell_now(finding, false);
}

void Reporter::tell_effect(std::uint32_t site, bool changed) {
  const Effect before = runtime_.origins.note_effect(site, changed ? Effect::change : Effect::none);
  if (!changed || before == Effect::change || !runtime_.sender.ignores_constant_writes()) return;
  tell_held_back([&](const LiveFinding& finding) {
    for (const LiveFinding::Access* side : {&finding.earlier, &finding.later}) {
      const AccessOrigin& origin = runtime_.origins.at(side->origin.number());
      if (is_write(origin.kind) && origin.site == site) return true;
    }
    return false;
  });
}

void Reporter::tell_undecided() {
  tell_held_back([&](const LiveFinding& finding) { return !have_effect(finding, Effect::none); });
}

void Reporter::add_to(ReportView& view, const LiveFinding::Access& access, AddressRange bytes) {
  const AccessOrigin& origin = runtime_.origins.at(access.origin.number());
  view.accesses.push_back(
      {access.thread, origin.range(bytes), origin.kind, origin.counter, origin.calls});
  view.add_thread(access.thread);
  runtime_.lock_chains.for_each(origin.locks,
                                [&](const TakenLock& taken) { view.add_lock(taken.lock); });
}

// Its own code: what it does counts for nothing here, since the thread is busy.
void Reporter::show_to_program(ReportView& view) {
  if (current_thread == nullptr) return;
  const void* const outer = current_thread->report;
  current_thread->report = &view;
  __tsan_on_report(&view);
  current_thread->report = outer;
}

Remark Reporter::remark(const char* kind, const char* type) {
  return Remark(runtime_.heap, runtime_.contexts, kind, type);
}

bool Reporter::is_news(const char* kind, std::uint64_t counter, ChainId calls) {
  const Hold hold(lock_);
  return told_remarks_.insert(
      PlacePair{{counter, reinterpret_cast<std::uint64_t>(kind)}, {calls, ChainId()}});
}

void Reporter::tell(const Remark& remark) {
  modules_.tell();
  for (const LockId lock : remark.locks()) records_.mention(lock);
  const State answer =
      runtime_.sender.answer_to(runtime_.sender.send(Kind::finding, remark.body()));
  if (!has_failed(answer)) return;
  failed_.store(true, std::memory_order_relaxed);
  ReportView view(runtime_.heap, remark.type());
  for (const ThreadId thread : remark.threads()) view.add_thread(thread);
  for (const LockId lock : remark.locks()) view.add_lock(lock);
  for (const Remark::Place& place : remark.places())
    view.stacks.push_back({place.counter, place.calls});
  show_to_program(view);
  if (answer == State::halts) end_failed(runtime_);
}

void Reporter::tell_process(const char* options, const char* suppressions) {
  modules_.tell();
  char words[4096];
  const int file = raw::open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  const long size = file < 0 ? 0 : raw::read(file, words, sizeof words - 1);
  if (file >= 0) raw::close(file);
  const std::size_t length = size > 0 ? static_cast<std::size_t>(size) : 0;
  words[length] = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < length; ++i) count += words[i] == 0;
  Encoder body(runtime_.heap);
  body.number(raw::parent_process()).number(0).number(count);
  for (std::size_t i = 0, told = 0; told < count; ++told) {
    body.text(words + i);
    i += std::strlen(words + i) + 1;
  }
  body.text(options).text(suppressions);
  runtime_.sender.send(Kind::process, body);
}

void Reporter::tell_stack(std::uint64_t counter, ChainId calls) {
  modules_.tell();
  Encoder body(runtime_.heap);
  records_.add_stack(body, counter, calls);
  runtime_.sender.answer_to(runtime_.sender.send(Kind::trace, body));
}

std::uint64_t Reporter::ask_for_functions() {
  const std::uint64_t told = modules_.tell();
  {
    const Hold hold(lock_);
    if (modules_asked_ == told) return 0;
    modules_asked_ = told;
  }
  const std::uint64_t question = runtime_.sender.new_question();
  Encoder body(runtime_.heap);
  body.number(question);
  runtime_.sender.answer_to(runtime_.sender.send(Kind::functions, body));
  return question;
}

void Reporter::tell_log(const char* path) {
  runtime_.sender.send(Kind::log, Encoder(runtime_.heap).text(path));
}

void Reporter::tell_loss(const Words& what, std::uint64_t count) {
  Encoder body(runtime_.heap);
  body.text_of(what.text().data(), what.text().size()).number(count);
  runtime_.sender.send(Kind::loss, body);
}

void Reporter::tell_thread(const ThreadState& t, const ThreadState* creator,
                           std::uint64_t counter) {
  modules_.tell();
  Encoder body(runtime_.heap);
  body.number(t.id.value()).number(creator == nullptr ? 0 : creator->id.value() + std::uint64_t{1});
  records_.add_stack(body, counter, creator == nullptr ? ChainId() : creator->calls.context());
  runtime_.sender.send(Kind::thread, body);
}

}  // namespace steward
