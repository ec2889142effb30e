// The passes of the plugin.
#pragma once

#include "gcc.h"

namespace steward_guard {

opt_pass* make_insert_checks(gcc::context* context);
// Of several, the last one counts what is left.
opt_pass* make_remove_checks(gcc::context* context, bool last);
opt_pass* make_peel_loops(gcc::context* context);
opt_pass* make_remove_callbacks(gcc::context* context);

}  // namespace steward_guard
