// What the run-time system wants of a collector, and the other way round.
#pragma once

#include <cstddef>

#include "base/function_ref.h"
#include "managed/object.h"

namespace managed {

using Visit = steward::FunctionRef<void(Object*&)>;

// Where the collector begins, and what depends on what it finds.
class Roots {
 public:
  virtual ~Roots() = default;
  // Each reference that keeps its object alive.
  virtual void visit_strong(Visit visit) = 0;
  // All that can be reached from there has been: objects that are not may be asked to live on, once
  // more. survivor() says where an object is now; null: nowhere.
  using Survivor = steward::FunctionRef<Object*(Object*)>;
  virtual void visit_dying(Survivor survivor, Visit visit) = 0;
  // It is settled who lives and where.
  virtual void after(Survivor survivor) = 0;
};

// A heap and how it is kept. Thread safety: none. Tells what it does with memory, as tell.h has it.
class Collector {
 public:
  virtual ~Collector() = default;

  // Zeroed memory; null: there is none, and to collect may help. REQUIRES: bytes is rounded().
  virtual void* allocate(std::size_t bytes) = 0;
  // REQUIRES: the world is stopped.
  virtual void collect(Roots& roots) = 0;

  // For verification. REQUIRES: the world is stopped.
  virtual void for_each_object(steward::FunctionRef<void(Object&)> f) = 0;

  virtual std::size_t bytes_in_use() const = 0;
};

}  // namespace managed
