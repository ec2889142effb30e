// The modules of the process, as the tool is told of them: it gives names to what lies in them.
#pragma once

#include <cstdint>

#include "base/spin_lock.h"

namespace steward {

class Runtime;

// Thread safety: any thread may call anything.
class Modules {
 public:
  explicit Modules(Runtime& runtime) : runtime_(runtime) {}

  // Tells all that are loaded, if that has changed since the last time. Returns how many loads and
  // unloads there had been.
  std::uint64_t tell();

 private:
  Runtime& runtime_;
  SpinLock lock_;
  std::uint64_t told_ = 0;  // loads and unloads
};

}  // namespace steward
