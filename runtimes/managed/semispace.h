// A moving collector: two halves, one in use. Objects that live are copied to the other half, in
// the order in which they are found (C. J. Cheney, "A nonrecursive list compacting algorithm",
// 1970); the rest goes all at once.
#pragma once

#include "managed/collector.h"

namespace managed {

class Semispace final : public Collector {
 public:
  // `memory`: aligned and of an even number of granules.
  Semispace(char* memory, std::size_t size);

  void* allocate(std::size_t bytes) override;
  void collect(Roots& roots) override;
  void for_each_object(steward::FunctionRef<void(Object&)> f) override;
  std::size_t bytes_in_use() const override { return static_cast<std::size_t>(free_ - begin_); }

 private:
  void visit(Object*& slot);
  void scan();
  bool in_old(const Object* object) const;
  Object* survivor(Object* object) const;

  const std::size_t half_;
  char* begin_;  // of the half in use
  char* free_;   // in it: from here on nothing is used
  char* other_;  // the other half
  char* scanned_ = nullptr;
};

}  // namespace managed
