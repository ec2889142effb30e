#include "support/order.h"

#include "base/check.h"

namespace steward::oracle {

void Order::add(std::size_t earlier, std::size_t later) {
  STEWARD_CHECK(earlier < later && later < events_);
  rows_[later * words_ + earlier / 64] |= std::uint64_t{1} << (earlier % 64);
}

void Order::close() {
  for (std::size_t j = 0; j < events_; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (!before(i, j)) continue;
      for (std::size_t word = 0; word < words_; ++word) {
        rows_[j * words_ + word] |= rows_[i * words_ + word];
      }
    }
  }
}

}  // namespace steward::oracle
