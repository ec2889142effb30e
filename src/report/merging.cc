#include "report/merging.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace steward::report {
namespace {

using NewNames = std::map<std::string, std::string, std::less<>>;  // new ones by the old ones

// Numbers of the system and of the process, which differ from run to run, do not count.
bool same(const Thread& a, const Thread& b) {
  return a.name == b.name && a.created_by == b.created_by && a.created_at == b.created_at;
}
// Where a variable lies differs from run to run by whole pages. Of several locks with one name, as
// elements of an array, each is at its own place.
bool same(const Lock& a, const Lock& b) {
  constexpr std::uint64_t kPage = 4096;
  if (a.kind != b.kind || a.name != b.name) return false;
  if (!a.name) return a.address != Address() && a.address == b.address;
  return a.address == Address() || b.address == Address() ||
         a.address.value() % kPage == b.address.value() % kPage;
}

template <class Thing>
bool has(const std::vector<Thing>& all, const std::string& id) {
  return std::any_of(all.begin(), all.end(), [&](const Thing& one) { return one.id == id; });
}

template <class Thing>
std::string free_name(const std::vector<Thing>& all, const std::vector<Thing>& more, char letter) {
  for (std::size_t number = 1;; ++number)
    if (std::string id = fmt::format("{}{}", letter, number); !has(all, id) && !has(more, id))
      return id;
}

template <class Thing>
const Thing* find_same(const std::vector<Thing>& all, const Thing& wanted,
                       const std::set<std::string>& but) {
  for (const Thing& one : all)
    if (same(one, wanted) && !but.contains(one.id)) return &one;
  return nullptr;
}

void rename(std::string& name, const NewNames& names) {
  if (const auto found = names.find(name); found != names.end()) name = found->second;
}
void rename(std::optional<std::string>& name, const NewNames& names) {
  if (name) rename(*name, names);
}

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The words of a sentence.
void rename_in(std::string& text, const NewNames& names) {
  std::string renamed;
  for (std::size_t begin = 0; begin < text.size();) {
    const bool word = is_part_of_word(text[begin]);
    std::size_t end = begin;
    while (end < text.size() && is_part_of_word(text[end]) == word) ++end;
    std::string piece = text.substr(begin, end - begin);
    rename(piece, names);
    renamed += piece;
    begin = end;
  }
  text = std::move(renamed);
}

void rename(Race& race, const NewNames& names) {
  for (Access& access : race.accesses) {
    rename(access.thread, names);
    for (LockHeld& held : access.locks) rename(held.lock, names);
  }
  rename(race.location.owner, names);
  if (race.hint) rename_in(*race.hint, names);
}
void rename(FoundItem& item, const NewNames& names) {
  for (std::string& thread : item.threads) rename(thread, names);
  for (std::string& lock : item.locks) rename(lock, names);
  for (std::string& caption : item.captions) rename_in(caption, names);
  rename_in(item.message, names);
}

// A thread is called by its number, in all runs: only if that is another one there, it may be one
// of another number. Locks are numbered as they come.
bool may_be_another(const Report& all, const Thread& thread) { return has(all.threads, thread.id); }
bool may_be_another(const Report&, const Lock&) { return true; }

void rename(Thread& thread, const NewNames& names) { rename(thread.created_by, names); }
void rename(Lock&, const NewNames&) {}

// What changes from run to run is as in the last.
void refresh(Thread& known, const Thread& thread) {
  known.system_id = thread.system_id;
  known.finished = thread.finished;
}
void refresh(Lock&, const Lock&) {}

// Whoever made a thread stands before it, and has its new name already.
template <class Thing>
void adopt(Report& all, std::vector<Thing> Report::*list, std::vector<Thing>& more, char letter,
           NewNames& names) {
  std::vector<Thing>& known = all.*list;
  std::set<std::string> taken;  // of two things that are alike, each stands for one
  for (const Thing& thing : more)
    for (const Thing& one : known)
      if (one.id == thing.id && same(one, thing)) taken.insert(one.id);
  for (Thing& thing : more) {
    rename(thing, names);
    const std::string old = thing.id;
    const auto here =
        std::find_if(known.begin(), known.end(), [&](const Thing& one) { return one.id == old; });
    if (here != known.end() && same(*here, thing)) {
      refresh(*here, thing);
      continue;
    }
    const Thing* const alike =
        may_be_another(all, thing) ? find_same(known, thing, taken) : nullptr;
    if (alike != nullptr) thing.id = alike->id;
    else if (here != known.end()) thing.id = free_name(known, more, letter);
    taken.insert(thing.id);
    names[old] = thing.id;
    if (alike == nullptr) known.push_back(thing);
  }
}

}  // namespace

void adopt_names(Report& all, Report& more) {
  NewNames names;
  adopt(all, &Report::threads, more.threads, 'T', names);
  adopt(all, &Report::locks, more.locks, 'M', names);
  for (auto* const races : {&more.races, &more.kept_apart})
    for (Race& race : *races) rename(race, names);
  for (FoundItem& item : more.findings) rename(item, names);
}

}  // namespace steward::report
