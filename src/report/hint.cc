#include "report/hint.h"

#include <algorithm>
#include <fmt/format.h>

#include "report/words.h"

namespace steward::report {
namespace {

// "the write by T1"
std::string described(const Access& access) {
  return fmt::format("the {} by {}", word_for(access.kind), access.thread);
}

class HintWriter {
 public:
  explicit HintWriter(const std::vector<Lock>& locks) : locks_(locks) {}

  // Nothing if neither access is an exception.
  std::optional<std::string> write(const Race& race, const UsualLock& usual) const {
    std::string exceptions;
    for (const Access* access : {&race.later(), &race.earlier()}) {
      const auto holds = [&](const LockHeld& held) { return held.lock == usual.lock; };
      if (std::any_of(access->locks.begin(), access->locks.end(), holds)) continue;
      exceptions += fmt::format("{}{} holds {}", exceptions.empty() ? "" : ", ", described(*access),
                                access->locks.empty() ? "none" : listed(access->locks));
    }
    if (exceptions.empty()) return std::nullopt;
    const std::string where = usual.others == 0
                                  ? ""
                                  : fmt::format(" and its like in {} other object{}", usual.others,
                                                usual.others == 1 ? "" : "s");
    return fmt::format("{} of {} accesses of this location{} hold {}{}; {}.", usual.accesses,
                       usual.of, where, named(usual.lock), usual.others == 0 ? "" : " or theirs",
                       exceptions);
  }

  std::string write(const Race& race) const {
    const Access& a = race.earlier();
    const Access& b = race.later();
    if (a.locks.empty() && b.locks.empty()) {
      return "Neither access holds a lock: one lock held at both would keep them apart.";
    }
    if (a.locks.empty()) return one_sided(a, b);
    if (b.locks.empty()) return one_sided(b, a);
    return both_locked(a, b);
  }

 private:
  std::string one_sided(const Access& bare, const Access& locked) const {
    // A lock held in shared mode only keeps out those who take it exclusively.
    const bool exclusive =
        std::any_of(locked.locks.begin(), locked.locks.end(),
                    [](const LockHeld& h) { return h.mode == LockMode::exclusive; });
    const std::string choice = locked.locks.size() == 1 ? "it" : "one of them";
    return fmt::format(
        "{} holds {}, {} holds no lock: taking {}{} there too would keep them apart.",
        capitalised(described(locked)), listed(locked.locks), described(bare), choice,
        exclusive ? "" : " exclusively");
  }

  std::string both_locked(const Access& a, const Access& b) const {
    const LockHeld* shared_by_both = nullptr;
    for (const LockHeld& mine : a.locks) {
      for (const LockHeld& theirs : b.locks) {
        if (mine.lock != theirs.lock) continue;
        if (mine.mode == LockMode::exclusive || theirs.mode == LockMode::exclusive) {
          return fmt::format(
              "Both accesses hold {} here, but no single lock is held at every access of this "
              "location: hold one at all of them.",
              named(mine));
        }
        shared_by_both = &mine;
      }
    }
    if (shared_by_both != nullptr) {
      return fmt::format(
          "Both accesses hold {} in shared mode only, which keeps neither out: a write needs it "
          "exclusively.",
          named(*shared_by_both));
    }
    return fmt::format("{} holds {}, {} holds {}: one lock held at both would keep them apart.",
                       capitalised(described(a)), listed(a.locks), described(b), listed(b.locks));
  }

  std::string named(const LockHeld& held) const { return named(held.lock); }
  std::string named(const std::string& id) const {
    const auto lock =
        std::find_if(locks_.begin(), locks_.end(), [&](const Lock& l) { return l.id == id; });
    const bool has_name = lock != locks_.end() && lock->name && *lock->name != id;
    return has_name ? fmt::format("{} '{}'", id, *lock->name) : id;
  }

  std::string listed(const std::vector<LockHeld>& held) const {
    std::string text;
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (i > 0) text += i + 1 == held.size() ? " and " : ", ";
      text += named(held[i]);
    }
    return text;
  }

  static std::string capitalised(std::string text) {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
  }

  const std::vector<Lock>& locks_;
};

}  // namespace

std::string lock_hint(const Race& race, const std::vector<Lock>& locks,
                      const std::optional<UsualLock>& usual) {
  const HintWriter writer(locks);
  if (usual)
    if (auto said = writer.write(race, *usual)) return *std::move(said);
  return writer.write(race);
}

std::string message_hint() {
  return "Only a condition variable's signal or an atomic orders these accesses.";
}

}  // namespace steward::report
