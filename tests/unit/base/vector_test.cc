#include "base/vector.h"

#include <gtest/gtest.h>
#include <memory>
#include <rapidcheck/gtest.h>
#include <vector>

#include "unit/counted.h"
#include "unit/operations.h"

namespace steward {
namespace {

template <class T>
bool equal(const Vector<T>& vector, const std::vector<T>& model) {
  return vector.size() == model.size() && vector.empty() == model.empty() &&
         std::equal(vector.begin(), vector.end(), model.begin()) &&
         std::equal(model.begin(), model.end(), vector.span().begin());
}

RC_GTEST_PROP(Vector, BehavesLikeTheStandardOne, ()) {
  Heap heap;
  const int alive_before = Counted::alive();
  {
    Vector<Counted> vector(heap);
    std::vector<Counted> model;
    perform_random_operations(10, [&](Draw draw) {
      const auto value = static_cast<int>(draw.below(1000));
      const std::size_t at =
          model.empty() ? 0 : draw.below(static_cast<std::uint32_t>(model.size()));
      switch (draw.below(8)) {
        case 0:
        case 1:
        case 2:
          vector.emplace_back(value);
          model.emplace_back(value);
          break;
        case 3:
          if (model.empty()) break;
          vector.pop_back();
          model.pop_back();
          break;
        case 4:
          if (model.empty()) break;
          vector.erase(at);
          model.erase(model.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 5: {
          const std::size_t size = draw.below(40);
          vector.resize(size, value);
          model.resize(size, value);
          break;
        }
        case 6:
          if (model.empty()) break;
          vector[at] = value;
          model[at] = value;
          RC_ASSERT(vector.back() == model.back());
          break;
        case 7:
          if (draw.below(8) != 0) break;
          vector.clear();
          model.clear();
          break;
      }
      RC_ASSERT(equal(vector, model));
    });
    RC_ASSERT(Counted::alive() == alive_before + 2 * static_cast<int>(model.size()));
  }
  RC_ASSERT(Counted::alive() == alive_before);
  RC_ASSERT(heap.in_use() == 0u);
}

RC_GTEST_PROP(Vector, InsertsInOrder, ()) {
  Heap heap;
  Vector<int> vector(heap);
  std::vector<int> model;
  perform_random_operations(5, [&](Draw draw) {
    const std::size_t at = draw.below(static_cast<std::uint32_t>(model.size() + 1));
    // Sometimes an element of its own, which moves while it is inserted.
    const bool own = !model.empty() && draw.flip();
    const int value = own ? model[at / 2] : static_cast<int>(draw.below(100));
    vector.insert(at, own ? vector[at / 2] : value);
    model.insert(model.begin() + static_cast<std::ptrdiff_t>(at), value);
    RC_ASSERT(equal(vector, model));
  });
}

// It grows meanwhile, and the element moves. The heap writes into what it gets back, so that what
// is read too late is something else.
TEST(Vector, TakesCopiesOfItsOwnElements) {
  Heap heap;
  Vector<Counted> pushed(heap);
  Vector<Counted> resized(heap);
  pushed.push_back(7);
  resized.push_back(7);
  for (std::size_t size = 2; size < 100; ++size) {
    pushed.push_back(pushed[0]);
    resized.resize(size, resized[0]);
    ASSERT_EQ(pushed.back(), Counted(7));
    ASSERT_EQ(resized.back(), Counted(7));
    ASSERT_EQ(pushed[0], Counted(7));
  }
}

TEST(Vector, MovesItsContents) {
  Heap heap;
  Vector<Counted> first(heap);
  first.push_back(1);
  first.push_back(2);
  Vector<Counted> second(std::move(first));
  ASSERT_EQ(second.size(), 2u);
  EXPECT_EQ(second[1], Counted(2));
  Vector<Counted> third(heap);
  third.push_back(3);
  third = std::move(second);
  ASSERT_EQ(third.size(), 2u);
  EXPECT_EQ(third[0], Counted(1));
}

TEST(Vector, HoldsWhatCanOnlyBeMoved) {
  Heap heap;
  Vector<std::unique_ptr<int>> vector(heap);
  for (int i = 0; i < 100; ++i) vector.emplace_back(std::make_unique<int>(i));
  vector.erase(0);
  for (int i = 0; i < 99; ++i) EXPECT_EQ(*vector[static_cast<std::size_t>(i)], i + 1);
}

TEST(VectorDeathTest, ChecksItsBounds) {
  Heap heap;
  Vector<int> vector(heap);
  vector.push_back(1);
  EXPECT_DEBUG_DEATH(vector[1] = 2, "internal error");
}

}  // namespace
}  // namespace steward
