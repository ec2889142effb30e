// What the checks call: see module/hooks.c.
#pragma once

#include "gcc.h"

namespace steward_guard {

enum class Hook { read, write };

// The variable with the function that checks an access of so many bytes; one that takes the number,
// if there is none for it.
tree hook_variable(Hook hook, HOST_WIDE_INT size);
bool has_own_hook(HOST_WIDE_INT size);
tree range_hook_variable(Hook hook);
tree vptr_hook_variable();

// What a statement asks, if it is a check.
struct AskedAccess {
  bool is_check = false;
  bool writes = false;
  HOST_WIDE_INT size = 0;  // 0: not known here
  unsigned guarded = 0;    // of what GuardedFields says to be such, perhaps
};
AskedAccess asked_by(const gimple* statement);
void set_guarded(gcall* check, unsigned number);

// For the collector of the compiler: the declarations above.
const ggc_root_tab* hook_roots();

// What is called if the access is refused: it throws, or ends the process where nothing may be
// thrown.
tree refused_function(bool may_throw);

}  // namespace steward_guard
