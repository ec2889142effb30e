#include "cli/explore/location_class.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>

#include "report/live/address_space.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using channel::Place;
using channel::PlanEntry;

// Of an array so many elements are tracked: those that saw races, else the first ones.
constexpr std::size_t kElements = 2;
// So many bytes are, of what is copied as a whole.
constexpr std::uint64_t kLargest = 512;
// One access has so many at most; what is larger is copied.
constexpr std::uint64_t kRegister = 16;

// A variable in a module of the program.
struct Variable {
  std::uint64_t module;  // by its hash
  std::uint64_t begin, size;
  report::ModuleSymbols* symbols;

  PlanEntry part(std::uint64_t offset, std::uint64_t bytes) const {
    PlanEntry entry;
    entry.place = Place::global;
    entry.module = module;
    entry.offset = begin + offset;
    entry.size = std::min(bytes, size - std::min(offset, size));
    return entry;
  }
};

// Names of what has to do with std::string have a mark of the library's: people leave it out, and
// reports do not.
std::string_view unmarked(std::string_view name) { return name.substr(0, name.find("[abi:")); }

// `is_likely(module)`: whether the one that is meant may be there. Only if there is none with that
// name in any of these, others are meant.
template <class IsLikely>
std::vector<Variable> variables_named(const std::string& name, const report::LiveReport& live,
                                      IsLikely&& is_likely) {
  std::vector<Variable> likely, others;
  std::set<std::pair<std::uint64_t, std::uint64_t>> known;
  live.for_each_space([&](const report::AddressSpace& space) {
    space.for_each_module([&](const report::ModuleRecord& module, report::ModuleSymbols& symbols) {
      const std::uint64_t hash = channel::module_hash(module.loader_name().c_str());
      symbols.for_each_variable(
          [&](const std::string& variable, std::uint64_t begin, std::uint64_t size) {
            if (unmarked(variable) == unmarked(name) && known.emplace(hash, begin).second)
              (is_likely(module) ? likely : others).push_back({hash, begin, size, &symbols});
          });
    });
  });
  return likely.empty() ? others : likely;
}

// Of what is accessed as a whole by both, as where a struct is copied; 0: of a race of less.
std::uint64_t copied_bytes(const report::Race& race) {
  std::uint64_t least = ~std::uint64_t{0};
  for (const report::Access& access : race.accesses) least = std::min(least, access.size);
  return race.accesses.empty() || least <= kRegister ? 0 : std::min(least, kLargest);
}
// The bytes that accesses of a race mean: where nothing is known of their types, all that the
// larger one touches, which is aligned.
std::pair<std::uint64_t, std::uint64_t> bytes_of(const report::Race& race) {
  std::uint64_t size = race.location.size;
  for (const report::Access& access : race.accesses)
    if (access.size <= kRegister) size = std::max(size, access.size);
  const bool is_power = (size & (size - 1)) == 0;
  const std::uint64_t offset = race.location.offset;
  if (const std::uint64_t copied = copied_bytes(race); copied > size) return {offset, copied};
  return {is_power ? offset & ~(size - 1) : offset, size};
}

// From the member that a race begins with: it, and others that race in one go with it; of an array
// no more than the element.
std::uint64_t raced_part(const report::PartAt& known, const report::Race& race) {
  const std::uint64_t begin = known.part.offset;
  const std::uint64_t bytes = std::max(race.location.size, copied_bytes(race));
  std::uint64_t most = kLargest;
  if (known.array)
    most = known.array->element - (begin - known.array->offset) % known.array->element;
  return std::max(known.part.size, std::min(most, race.location.offset + bytes - begin));
}

std::string without_folder(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string place_of(const report::Frame& frame) {
  if (frame.file && frame.line)
    return fmt::format("{}:{}{}", without_folder(*frame.file), *frame.line,
                       frame.column ? fmt::format(":{}", *frame.column) : "");
  return fmt::format("{}+{:#x}", without_folder(frame.module.value_or("?")),
                     frame.offset.value_or(0));
}

// Whether debug information says that none of these bytes belong to a pointer.
bool has_no_pointer(const Variable& variable, std::uint64_t offset, std::uint64_t size) {
  for (std::uint64_t at = offset; at < offset + size;) {
    const auto known = variable.symbols->part_at(variable.begin, at);
    if (!known || known->part.is_pointer || known->part.size == 0) return false;
    at = known->part.offset + known->part.size;
  }
  return true;
}

void add(LocationClass& to, const PlanEntry& entry) {
  if (entry.size > 0 && std::find(to.tracked.begin(), to.tracked.end(), entry) == to.tracked.end())
    to.tracked.push_back(entry);
}

// Classes by what they are called.
class Classes {
 public:
  explicit Classes(const report::LiveReport& live) : live_(live) {
    live.for_each_space([&](const report::AddressSpace& space) {
      space.for_each_module([&](const report::ModuleRecord& module, const auto&) {
        modules_[module.path] = channel::module_hash(module.loader_name().c_str());
      });
    });
  }

  // False if its location cannot be found.
  bool add_race(const report::Race& race) {
    switch (race.location.kind) {
      case report::LocationKind::global: return add_global(race);
      case report::LocationKind::heap: return add_heap(race);
      default: return add_by_accesses(race);
    }
  }
  std::vector<LocationClass> take() { return std::move(classes_); }

 private:
  LocationClass& called(const std::string& text) {
    for (LocationClass& known : classes_)
      if (known.text == text) return known;
    classes_.push_back({text, {}, {}, {}, false});
    return classes_.back();
  }
  bool add_global(const report::Race& race) {
    if (!race.location.name) return false;
    const auto [offset, size] = bytes_of(race);
    bool found = false;
    const auto accesses_it = [&](const report::ModuleRecord& module) {
      return std::any_of(race.accesses.begin(), race.accesses.end(), [&](const auto& access) {
        return !access.stack.empty() && access.stack.front().module == module.path;
      });
    };
    for (const Variable& variable : variables_named(*race.location.name, live_, accesses_it)) {
      const auto known = variable.symbols->part_at(variable.begin, race.location.offset);
      const std::uint64_t begin = known ? known->part.offset : offset;
      const std::uint64_t in_element =
          known && known->array ? (begin - known->array->offset) % known->array->element : 0;
      std::string text = *race.location.name;
      if (known && known->array)
        text +=
            fmt::format(" (elements{})", in_element > 0 ? fmt::format(", +{}", in_element) : "");
      else if (begin > 0) text += fmt::format("+{}", begin);
      LocationClass& of = called(text);
      if (!found) of.races.push_back(race);
      found = true;
      const std::uint64_t bytes = known ? raced_part(*known, race) : size;
      if (!known || !known->array || of.tracked.size() < kElements)
        add(of, variable.part(begin, bytes));
      of.may_tear = (of.may_tear || of.races.size() == 1) && has_no_pointer(variable, begin, bytes);
    }
    return found;
  }
  bool add_heap(const report::Race& race) {
    const auto& allocated = race.location.allocated_at;
    if (!allocated || allocated->empty()) return false;
    const report::Frame& call = allocated->front();
    const auto module = modules_.find(call.module.value_or(""));
    if (module == modules_.end() || !call.offset) return false;
    const auto [offset, size] = bytes_of(race);
    LocationClass& of =
        called(fmt::format("heap block allocated at {}, +{}", place_of(call), offset));
    of.races.push_back(race);
    PlanEntry entry;
    entry.place = Place::heap;
    entry.module = module->second;
    entry.site = *call.offset + 1;  // where the call returns to
    entry.offset = offset;
    entry.size = size;
    add(of, entry);
    return true;
  }

  // Races that have an access in common are of one class.
  bool add_by_accesses(const report::Race& race) {
    std::vector<channel::StatementRange> finders;
    for (const report::Access& access : race.accesses) {
      if (access.stack.empty()) return false;
      const report::Frame& top = access.stack.front();
      const auto module = modules_.find(top.module.value_or(""));
      if (module == modules_.end() || !top.offset) return false;
      finders.push_back({module->second, *top.offset, *top.offset + 1, channel::kTracker});
    }
    const auto same = [](const channel::StatementRange& a, const channel::StatementRange& b) {
      return a.module == b.module && a.begin == b.begin;
    };
    LocationClass* of = nullptr;
    for (LocationClass& known : classes_)
      for (const channel::StatementRange& one : finders)
        for (const channel::StatementRange& other : known.finders)
          if (same(one, other)) of = &known;
    if (of == nullptr)
      of = &called(fmt::format("{} memory accessed at {}", word_for(race.location.kind),
                               place_of(race.earlier().stack.front())));
    of->races.push_back(race);
    of->finders.insert(of->finders.end(), finders.begin(), finders.end());
    return true;
  }

  const report::LiveReport& live_;
  std::map<std::string, std::uint64_t> modules_;
  std::vector<LocationClass> classes_;
};

// The name of a variable, and what follows it.
std::pair<std::string, std::string> split(const std::string& name, std::size_t at) {
  return {name.substr(0, at), name.substr(at)};
}

// All variables of the program itself, but for those that are too large to be one.
LocationClass all_variables(const std::vector<report::Race>& races,
                            const report::LiveReport& live) {
  constexpr std::uint64_t kLargest = 4096;
  LocationClass all{"all variables", {}, {}, {}, false};
  live.for_each_space([&](const report::AddressSpace& space) {
    space.for_each_module([&](const report::ModuleRecord& module, report::ModuleSymbols& symbols) {
      if (!module.is_program) return;
      const std::uint64_t hash = channel::module_hash(module.loader_name().c_str());
      symbols.for_each_variable(
          [&](const std::string& name, std::uint64_t begin, std::uint64_t size) {
            if (size > kLargest || name.find(' ') != std::string::npos) return;  // "vtable for x"
            add(all, Variable{hash, begin, size, &symbols}.part(0, size));
          });
    });
  });
  for (const report::Race& race : races)
    if (race.location.kind == report::LocationKind::global) all.races.push_back(race);
  return all;
}

bool is_of(const report::Race& race, const std::string& variable, std::uint64_t begin,
           std::uint64_t size) {
  return race.location.kind == report::LocationKind::global && race.location.name &&
         unmarked(*race.location.name) == unmarked(variable) &&
         race.location.offset < begin + size && begin < race.location.offset + race.location.size;
}

}  // namespace

std::vector<LocationClass> classes_of(const std::vector<report::Race>& races,
                                      const report::LiveReport& live,
                                      std::vector<std::string>& left_out) {
  Classes classes(live);
  for (const report::Race& race : races)
    if (!classes.add_race(race))
      left_out.push_back(
          fmt::format("{} is left out: its location ({}{}) is not one that can be "
                      "tracked",
                      race.id, word_for(race.location.kind),
                      race.location.name ? " " + *race.location.name : ""));
  return classes.take();
}

std::vector<PlanEntry> bytes_raced_for(const report::Race& race, const report::LiveReport& live) {
  if (std::any_of(race.accesses.begin(), race.accesses.end(),
                  [](const report::Access& access) { return access.kind == AccessKind::free; }))
    return {};
  Classes classes(live);
  if (!classes.add_race(race)) return {};
  return classes.take().front().tracked;
}

Result<LocationClass, std::string> class_named(const std::string& name,
                                               const std::vector<report::Race>& races,
                                               const report::LiveReport& live) {
  if (name == "*") return all_variables(races, live);
  // A name may have dots and brackets itself: the longest one counts.
  for (std::size_t at = name.size(); at != std::string::npos && at > 0;
       at = name.find_last_of(".[", at - 1)) {
    const auto [variable, path] = split(name, at);
    LocationClass found{name, {}, {}, {}, false};
    const auto is_program = [](const report::ModuleRecord& module) { return module.is_program; };
    for (const Variable& one : variables_named(variable, live, is_program)) {
      const auto part = one.symbols->part_of_variable(one.begin, path);
      if (!part && !path.empty()) continue;
      const std::uint64_t begin = part ? part->offset : 0;
      const std::uint64_t whole = part ? part->size : one.size;
      const std::uint64_t element = part && part->element != 0 ? part->element : whole;
      std::set<std::uint64_t> elements;
      for (const report::Race& race : races)
        if (is_of(race, variable, begin, whole) && elements.size() < kElements)
          elements.insert((std::max(race.location.offset, begin) - begin) / element);
      for (std::uint64_t i = 0; i < kElements && elements.size() < kElements; ++i)
        elements.insert(i);
      for (const std::uint64_t i : elements)
        if (i * element < whole) add(found, one.part(begin + i * element, element));
      found.may_tear = has_no_pointer(one, begin, whole);
      for (const report::Race& race : races)
        if (is_of(race, variable, begin, whole)) found.races.push_back(race);
    }
    if (!found.tracked.empty()) return found;
  }
  return fmt::format(
      "--location: {}: no variable of the program is called that, nor a race of the report (of the "
      "modules it had loaded; members and elements only with debug information: compile with -g)",
      name);
}

}  // namespace steward::cli
