// Takes out ThreadSanitizer's callbacks for plain accesses, right behind its pass: each access has
// a check of its own by then. What else that pass does stays: entries and exits of functions,
// atomic operations.
#include "passes.h"

namespace steward_guard {
namespace {

bool tells_access(const gimple* statement) {
  const tree function = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;
  if (function == NULL_TREE || !fndecl_built_in_p(function, BUILT_IN_NORMAL)) return false;
  const built_in_function which = DECL_FUNCTION_CODE(function);
  return (which >= BUILT_IN_TSAN_READ1 && which <= BUILT_IN_TSAN_VOLATILE_WRITE16) ||
         which == BUILT_IN_TSAN_VPTR_UPDATE;
}

const pass_data kData = {
    GIMPLE_PASS, "steward_callbacks", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

class RemoveCallbacks : public gimple_opt_pass {
 public:
  explicit RemoveCallbacks(gcc::context* context) : gimple_opt_pass(kData, context) {}
  bool gate(function*) override { return sanitize_flags_p(SANITIZE_THREAD); }
  unsigned execute(function* function) override {
    basic_block block;
    FOR_EACH_BB_FN(block, function)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);) {
      if (!tells_access(gsi_stmt(at))) {
        gsi_next(&at);
        continue;
      }
      unlink_stmt_vdef(gsi_stmt(at));
      gsi_remove(&at, true);
    }
    return 0;
  }
  opt_pass* clone() override { return new RemoveCallbacks(m_ctxt); }
};

}  // namespace

opt_pass* make_remove_callbacks(gcc::context* context) { return new RemoveCallbacks(context); }

}  // namespace steward_guard
