// The numbers that objects of the program have in a trace.
//
// A trace knows no end of a lock, so an object whose number comes again after it was forgotten must
// be another one there.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"

namespace steward {

template <class Id>
class TraceNumbers {
 public:
  explicit TraceNumbers(Heap& heap) : numbers_(heap) {}

  Id of(Id object) {
    std::uint64_t& number = numbers_.find_or_insert(object, std::uint64_t{0});
    if (number == 0) number = ++last_;
    return Id(number);
  }
  void forget(Id object) { numbers_.erase(object); }

 private:
  HashMap<Id, std::uint64_t> numbers_;
  std::uint64_t last_ = 0;
};

}  // namespace steward
