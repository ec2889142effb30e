// Selection and Locality against plain sets of bytes.
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>
#include <vector>

#include "core/detect/locality.h"
#include "core/detect/selection.h"
#include "core/policy/policy.h"
#include "unit/operations.h"

namespace steward {
namespace {

constexpr std::uint64_t kFirstByte = 0x10000 - 24;  // a page of any size ends 24 bytes in
constexpr std::uint32_t kByteCount = 64;

AddressRange any_range(Draw& draw) {
  const std::uint32_t at = draw.below(kByteCount);
  return {Address(kFirstByte + at), 1 + draw.below(std::min(kByteCount - at, 20u))};
}
template <class F>
void for_each_byte(AddressRange range, F f) {
  for (std::uint64_t byte = range.begin.value(); byte < range.end().value(); ++byte) f(byte);
}

template <class AnySelection>
void compare_with_set(AnySelection& selection) {
  std::set<std::uint64_t> model;
  perform_random_operations(0.5, [&](Draw draw) {
    const AddressRange added = any_range(draw);
    selection.add(added);
    for_each_byte(added, [&](std::uint64_t byte) { model.insert(byte); });
    if constexpr (std::is_same_v<AnySelection, LiveSelection>) {
      const AddressRange removed = any_range(draw);
      selection.remove(removed);
      for_each_byte(removed, [&](std::uint64_t byte) { model.erase(byte); });
    }
    const AddressRange asked = any_range(draw);
    std::multiset<std::uint64_t> found;
    selection.for_each_selected(asked, [&](AddressRange run) {
      for_each_byte(run, [&](std::uint64_t byte) { found.insert(byte); });
    });
    std::multiset<std::uint64_t> expected;
    for_each_byte(asked, [&](std::uint64_t byte) {
      if (model.contains(byte)) expected.insert(byte);
    });
    RC_ASSERT(found == expected);
    RC_ASSERT(selection.misses(asked) == expected.empty());
    RC_ASSERT(selection.contains(asked) == (expected.size() == asked.size));
  });
}
RC_GTEST_PROP(Selection, IsASetOfBytes, ()) {
  Heap heap;
  Selection selection(heap);
  compare_with_set(selection);
}
RC_GTEST_PROP(LiveSelection, IsASetOfBytes, ()) {
  Heap heap;
  const auto selection = std::make_unique<LiveSelection>(heap);
  compare_with_set(*selection);
}

TEST(Selection, OfNothingSelectsNothing) {
  Heap heap;
  const Selection selection(heap);
  selection.for_each_selected({Address(0), 100'000}, [](AddressRange) { FAIL(); });
}

// Every byte belongs to an object; an object has been accessed by some threads.
class PlainLocality {
 public:
  std::set<std::uint64_t> shared(ThreadId thread, AddressRange range) {
    std::set<std::uint64_t> result;
    for_each_byte(range, [&](std::uint64_t byte) {
      std::set<ThreadId>& threads = accessed_by_[object_of(byte)];
      threads.insert(thread);
      if (threads.size() > 1) result.insert(byte);
    });
    return result;
  }
  void alloc(AddressRange range) {
    const int block = next_++;
    for_each_byte(range, [&](std::uint64_t byte) { objects_[byte] = block; });
  }
  void clear(AddressRange range) {
    for_each_byte(range, [&](std::uint64_t byte) { objects_.erase(byte); });
  }
  // A byte of a block stays one; another becomes an object of its own with the same past.
  void copy(Address from, AddressRange to) {
    const std::map<std::uint64_t, int> before = objects_;
    for (std::uint64_t i = 0; i < to.size; ++i) {
      const auto source = before.find(from.value() + i);
      const std::uint64_t byte = to.begin.value() + i;
      if (from == to.begin) continue;
      if (source == before.end()) {
        objects_.erase(byte);
      } else if (source->second >= kFirstBlock) {
        objects_[byte] = source->second;
      } else {
        const int own = next_own_++;
        accessed_by_[own] = accessed_by_[source->second];
        objects_[byte] = own;
      }
    }
  }

 private:
  static constexpr int kFirstBlock = 1'000'000;
  int object_of(std::uint64_t byte) {
    const auto [object, fresh] = objects_.insert({byte, next_own_});
    if (fresh) ++next_own_;
    return object->second;
  }

  std::map<std::uint64_t, int> objects_;  // no entry: an object of its own, nobody's yet
  std::map<int, std::set<ThreadId>> accessed_by_;
  int next_own_ = 0;
  int next_ = kFirstBlock;
};

RC_GTEST_PROP(Locality, IsAboutObjectsAndTheirThreads, ()) {
  Heap heap;
  {
    Locality<Sequential> locality(heap);
    PlainLocality plain;
    perform_random_operations(1, [&](Draw draw) {
      const AddressRange range = any_range(draw);
      switch (draw.below(8)) {
        case 0:
          locality.alloc(range);
          plain.alloc(range);
          break;
        case 1:
          locality.clear(range);
          plain.clear(range);
          break;
        case 2: {
          const Address from(kFirstByte + draw.below(kByteCount));
          locality.copy(from, range);
          plain.copy(from, range);
          break;
        }
        default: {
          const ThreadId thread(draw.below(2));
          std::set<std::uint64_t> found;
          locality.for_each_shared(thread, range, [&](AddressRange run) {
            for_each_byte(run, [&](std::uint64_t byte) { RC_ASSERT(found.insert(byte).second); });
          });
          RC_ASSERT(found == plain.shared(thread, range));
          break;
        }
      }
    });
  }
  RC_ASSERT(heap.in_use() == 0u);
}

TEST(Locality, ABlockIsOneObjectHoweverLarge) {
  Heap heap;
  Locality<Sequential> locality(heap);
  const AddressRange block{Address(1 << 20), 100'000};
  locality.alloc(block);
  std::uint64_t shared = 0;
  const auto count = [&](AddressRange run) { shared += run.size; };
  locality.for_each_shared(ThreadId(1), {block.begin, 4}, count);
  EXPECT_EQ(shared, 0u);
  locality.for_each_shared(ThreadId(2), {block.begin + 99'000, 8}, count);
  EXPECT_EQ(shared, 8u);
  locality.for_each_shared(ThreadId(1), {block.begin + 50'000, 4}, count);
  EXPECT_EQ(shared, 12u);
}

}  // namespace
}  // namespace steward
