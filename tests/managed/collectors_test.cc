// The collectors by themselves: what they keep, what they give back, and that the verification
// would notice.
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "managed/mark_sweep.h"
#include "managed/program.h"
#include "managed/semispace.h"
#include "managed/verify.h"

namespace managed {
namespace {

struct Cell : Object {
  Field<Cell*> first;
  Field<Cell*> second;
  Field<std::uint64_t> value;
};
const Class kCell = describe<Cell>("Cell", &Cell::first, &Cell::second);

// Some variables, and objects that are to be asked once more before they die.
class Variables final : public Roots {
 public:
  std::vector<Object*> strong;
  std::vector<Object*> weak;
  std::vector<Object*> after_all;  // the weak ones, or null

  void visit_strong(Visit visit) override {
    for (Object*& one : strong) visit(one);
  }
  void visit_dying(Survivor, Visit) override {}
  void after(Survivor survivor) override {
    after_all.clear();
    for (Object* const one : weak) after_all.push_back(survivor(one));
  }
};

class Collectors : public testing::TestWithParam<CollectorKind> {
 protected:
  static constexpr std::size_t kHeap = 256 * 1024;

  void SetUp() override {
    memory_ = std::make_unique<Memory>();
    if (GetParam() == CollectorKind::semispace)
      collector_ = std::make_unique<Semispace>(memory_->bytes, kHeap);
    else collector_ = std::make_unique<MarkSweep>(memory_->bytes, kHeap);
  }
  Cell* make(std::uint64_t value, Cell* first = nullptr, Cell* second = nullptr) {
    void* const memory = collector_->allocate(rounded(sizeof(Cell)));
    if (memory == nullptr) return nullptr;
    auto* const cell = static_cast<Cell*>(memory);
    EXPECT_EQ(cell->value.raw, 0U);
    cell->class_word = reinterpret_cast<std::uintptr_t>(&kCell);
    cell->value.raw = value;
    cell->first.raw = first;
    cell->second.raw = second;
    return cell;
  }
  void collect() {
    collector_->collect(roots_);
    verify(*collector_, roots_);
  }
  Cell* root(std::size_t i) { return static_cast<Cell*>(roots_.strong[i]); }

  struct Memory {
    alignas(64) char bytes[kHeap];
  };
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Collector> collector_;
  Variables roots_;
};

TEST_P(Collectors, KeepWhatCanBeReachedAndNothingElse) {
  Cell* const shared = make(1);
  roots_.strong = {make(2, shared, make(3)), make(4, shared)};
  for (int i = 0; i < 100; ++i) make(99, shared);
  collect();
  EXPECT_EQ(root(0)->value.raw, 2U);
  EXPECT_EQ(root(0)->second.raw->value.raw, 3U);
  EXPECT_EQ(root(0)->first.raw, root(1)->first.raw);
  EXPECT_EQ(root(0)->first.raw->value.raw, 1U);
  EXPECT_EQ(collector_->bytes_in_use(), 4 * rounded(sizeof(Cell)));
}

TEST_P(Collectors, FollowCircles) {
  Cell* const one = make(1);
  one->first.raw = make(2, one);
  roots_.strong = {one};
  collect();
  EXPECT_EQ(root(0)->first.raw->first.raw, root(0));
  roots_.strong = {nullptr};
  collect();
  EXPECT_EQ(collector_->bytes_in_use(), 0U);
}

TEST_P(Collectors, GiveMemoryBackForAllSizes) {
  Class bytes_only;
  for (std::size_t bytes = rounded(sizeof(Object)); bytes < kHeap / 4;
       bytes = rounded(bytes * 3 / 2)) {
    bytes_only.size = static_cast<std::uint32_t>(bytes);
    std::size_t count = 0;
    while (void* const memory = collector_->allocate(bytes)) {
      static_cast<Object*>(memory)->class_word = reinterpret_cast<std::uintptr_t>(&bytes_only);
      ++count;
    }
    EXPECT_GE(count * bytes, kHeap / 4) << bytes;
    collect();
    EXPECT_EQ(collector_->bytes_in_use(), 0U) << bytes;
  }
}

TEST_P(Collectors, SayWhoHasSurvived) {
  roots_.strong = {make(1)};
  roots_.weak = {roots_.strong[0], make(2)};
  collect();
  EXPECT_EQ(roots_.after_all, (std::vector<Object*>{roots_.strong[0], nullptr}));
}

TEST_P(Collectors, VerificationSeesAReferenceToNoObject) {
  roots_.strong = {make(1)};
  root(0)->first.raw = reinterpret_cast<Cell*>(reinterpret_cast<char*>(roots_.strong[0]) + 8);
  EXPECT_DEATH(verify(*collector_, roots_), "no object");
}

TEST(Semispace, MovesWhatLives) {
  static char memory[4096];
  Semispace collector(memory, sizeof memory);
  Variables roots;
  roots.strong = {static_cast<Object*>(collector.allocate(rounded(sizeof(Cell))))};
  roots.strong[0]->class_word = reinterpret_cast<std::uintptr_t>(&kCell);
  Object* const before = roots.strong[0];
  collector.collect(roots);
  EXPECT_NE(roots.strong[0], before);
  EXPECT_NE(before->class_word, roots.strong[0]->class_word) << "what is left is junk";
}

INSTANTIATE_TEST_SUITE_P(Managed, Collectors,
                         testing::Values(CollectorKind::semispace, CollectorKind::mark_sweep),
                         [](const auto& kind) {
                           return kind.param == CollectorKind::semispace ? "Semispace"
                                                                         : "MarkSweep";
                         });

}  // namespace
}  // namespace managed
