#include "report/words.h"

#include <fmt/format.h>

namespace steward::report {

std::string_view word_for(Verdict verdict) {
  switch (verdict) {
    case Verdict::potential: return "potential";
    case Verdict::real: return "real";
    case Verdict::harmful: return "harmful";
  }
  return "potential";
}

std::string_view word_for(RealBy real_by) {
  return real_by == RealBy::simultaneous ? "simultaneous" : "happens-before";
}

std::string_view word_for(LocationKind kind) {
  switch (kind) {
    case LocationKind::global: return "global";
    case LocationKind::heap: return "heap";
    case LocationKind::stack: return "stack";
    case LocationKind::tls: return "tls";
    case LocationKind::unknown: return "unknown";
  }
  return "unknown";
}

std::string_view word_for(Failure failure) {
  switch (failure) {
    case Failure::crash: return "crash";
    case Failure::abort: return "abort";
    case Failure::exception: return "exception";
    case Failure::wrong_output: return "wrong-output";
    case Failure::exit_code: return "exit-code";
    case Failure::hang: return "hang";
    case Failure::deadlock: return "deadlock";
    case Failure::slow: return "slow";
  }
  return "crash";
}

std::optional<Failure> failure_named(std::string_view kind) {
  for (const Failure failure :
       {Failure::crash, Failure::abort, Failure::exception, Failure::wrong_output,
        Failure::exit_code, Failure::hang, Failure::deadlock, Failure::slow})
    if (word_for(failure) == kind) return failure;
  return std::nullopt;
}

std::string_view word_for(Cause cause) {
  return cause == Cause::schedule ? "schedule" : "stale-value";
}

std::string_view word_for(LockMode mode) {
  return mode == LockMode::exclusive ? "exclusive" : "shared";
}

std::string_view word_for(AccessKind kind) {
  switch (kind) {
    case AccessKind::read:
    case AccessKind::atomic_read: return "read";
    case AccessKind::write:
    case AccessKind::atomic_write: return "write";
    case AccessKind::free: return "free";
  }
  return "read";
}

std::string kind_of(const Race& race) {
  return fmt::format("{}-{}", word_for(race.earlier().kind), word_for(race.later().kind));
}

}  // namespace steward::report
