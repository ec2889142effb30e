#include "base/hash_map.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <rapidcheck/gtest.h>

#include "base/id.h"
#include "unit/counted.h"
#include "unit/operations.h"

namespace steward {
namespace {

// A key whose hashes fall on a few places, the last of the table among them: long runs that wrap
// around, the hard case of erasing by shifting back.
struct Crowded {
  std::uint32_t value = 0;
  std::uint64_t hash() const {
    return value % 3 == 0 ? ~std::uint64_t{0} : ~std::uint64_t{0} - value % 5;
  }
  friend auto operator<=>(const Crowded&, const Crowded&) = default;
};

template <class Key>
std::map<Key, int> contents(HashMap<Key, Counted>& map) {
  std::map<Key, int> result;
  std::size_t calls = 0;
  map.for_each([&](const Key& key, Counted& value) {
    result[key] = value.value();
    ++calls;
  });
  RC_ASSERT(calls == map.size());
  return result;
}

template <class Key>
void check_against_std_map(std::uint32_t keys) {
  Heap heap;
  const int alive_before = Counted::alive();
  {
    HashMap<Key, Counted> map(heap);
    std::map<Key, int> model;
    perform_random_operations(20, [&](Draw draw) {
      const Key key{draw.below(keys)};
      const auto value = static_cast<int>(draw.below(1000));
      switch (draw.below(6)) {
        case 0: RC_ASSERT(map.insert(key, value) == model.insert({key, value}).second); break;
        case 1:
          map.insert_or_assign(key, value);
          model.insert_or_assign(key, value);
          break;
        case 2:
          RC_ASSERT(map.find_or_insert(key, value).value() ==
                    model.insert({key, value}).first->second);
          break;
        case 3:
        case 4:
          map.erase(key);
          model.erase(key);
          break;
        case 5:
          if (draw.below(16) != 0) break;
          map.clear();
          model.clear();
          break;
      }
      RC_ASSERT(map.contains(key) == model.contains(key));
      RC_ASSERT(map.empty() == model.empty());
      RC_ASSERT(contents(map) == model);
      for (const auto& [k, v] : model)
        RC_ASSERT(map.find(k) != nullptr && map.find(k)->value() == v);
    });
  }
  RC_ASSERT(Counted::alive() == alive_before);
  RC_ASSERT(heap.in_use() == 0u);
}

RC_GTEST_PROP(HashMap, BehavesLikeTheStandardOne, ()) { check_against_std_map<std::uint32_t>(60); }
RC_GTEST_PROP(HashMap, KeepsCrowdedKeysReachable, ()) { check_against_std_map<Crowded>(40); }

TEST(HashMap, HoldsManyKeysOfEveryKind) {
  Heap heap;
  HashMap<Id<struct SomeTag, std::uint64_t>, std::uint64_t> map(heap);
  using Key = Id<struct SomeTag, std::uint64_t>;
  // Multiples of a page, as addresses are.
  for (std::uint64_t i = 0; i < 50'000; ++i) map.insert(Key(i * 4096), i);
  for (std::uint64_t i = 0; i < 50'000; i += 2) map.erase(Key(i * 4096));
  EXPECT_EQ(map.size(), 25'000u);
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    const std::uint64_t* found = map.find(Key(i * 4096));
    ASSERT_EQ(found != nullptr, i % 2 == 1) << i;
    ASSERT_TRUE(found == nullptr || *found == i);
  }
}

TEST(HashMap, HoldsValuesThatCanOnlyBeMoved) {
  Heap heap;
  HashMap<int, std::unique_ptr<int>> map(heap);
  for (int i = 0; i < 100; ++i) map.insert(i, std::make_unique<int>(i));
  for (int i = 0; i < 100; i += 3) map.erase(i);
  for (int i = 0; i < 100; ++i) {
    const std::unique_ptr<int>* found = map.find(i);
    ASSERT_EQ(found == nullptr, i % 3 == 0);
    EXPECT_TRUE(found == nullptr || **found == i);
  }
}

TEST(HashMap, OfNothingHasNothing) {
  Heap heap;
  HashMap<int, int> map(heap);
  EXPECT_EQ(map.find(1), nullptr);
  map.erase(1);
  map.clear();
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(heap.in_use(), 0u);
}

}  // namespace
}  // namespace steward
