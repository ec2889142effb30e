// Makes the first turn of a loop one of its own, if checks in the loop are of the same bytes in
// each turn: then those in the others repeat it, and are taken out (remove_checks.cc). Nothing is
// checked earlier than it was, or that was not checked at all.
#include "hooks.h"
#include "passes.h"
#include "statements.h"

namespace steward_guard {
namespace {

constexpr unsigned kMostStatements = 200;

bool is_made_in(const class loop* loop, const_tree name) {
  const basic_block block = gimple_bb(SSA_NAME_DEF_STMT(name));
  return block != nullptr && flow_bb_inside_loop_p(loop, block);
}

tree find_made_in(tree* node, int*, void* loop) {
  return TREE_CODE(*node) == SSA_NAME && is_made_in(static_cast<const class loop*>(loop), *node)
             ? *node
             : NULL_TREE;
}

// The same address in each turn.
bool stays(class loop* loop, tree address) {
  tree plain = plain_address(address);
  return walk_tree_without_duplicates(&plain, find_made_in, loop) == NULL_TREE;
}

// Whether a check in each turn is of the same bytes, and nobody can come in between. Who only waits
// for these bytes to change is to ask each time.
bool pays(class loop* loop, const basic_block* blocks) {
  unsigned statements = 0;
  bool repeats = false, others = false;
  for (unsigned i = 0; i < loop->num_nodes; ++i) {
    const bool in_each_turn = dominated_by_p(CDI_DOMINATORS, loop->latch, blocks[i]);
    for (gimple_stmt_iterator at = gsi_start_bb(blocks[i]); !gsi_end_p(at); gsi_next(&at)) {
      gimple* const statement = gsi_stmt(at);
      if (!is_gimple_debug(statement) && ++statements > kMostStatements) return false;
      const AskedAccess asked = asked_by(statement);
      if (!asked.is_check && may_synchronize(statement)) return false;
      if (!in_each_turn || !asked.is_check || asked.size == 0) continue;
      (stays(loop, gimple_call_arg(statement, 0)) ? repeats : others) = true;
    }
  }
  return repeats && (others || number_of_latch_executions(loop) != chrec_dont_know);
}

bool peel(class loop* loop) {
  if (!can_duplicate_loop_p(loop)) return false;
  basic_block* const blocks = get_loop_body(loop);
  const bool wanted = pays(loop, blocks);
  free(blocks);
  if (!wanted) return false;
  auto_sbitmap does_not_exit(2);
  bitmap_clear(does_not_exit);
  auto_vec<edge> none;
  return gimple_duplicate_loop_body_to_header_edge(
      loop, loop_preheader_edge(loop), 1, does_not_exit, nullptr, &none, DLTHE_FLAG_UPDATE_FREQ);
}

const pass_data kData = {
    GIMPLE_PASS, "steward_peel", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

class PeelLoops : public gimple_opt_pass {
 public:
  explicit PeelLoops(gcc::context* context) : gimple_opt_pass(kData, context) {}
  bool gate(function*) override { return sanitize_flags_p(SANITIZE_THREAD); }
  unsigned execute(function* function) override {
    calculate_dominance_info(CDI_DOMINATORS);
    initialize_original_copy_tables();
    bool changed = false;
    for (class loop* loop : loops_list(function, LI_ONLY_INNERMOST)) changed |= peel(loop);
    free_original_copy_tables();
    if (!changed) return 0;
    scev_reset();
    return TODO_update_ssa | TODO_cleanup_cfg;
  }
};

}  // namespace

opt_pass* make_peel_loops(gcc::context* context) { return new PeelLoops(context); }

}  // namespace steward_guard
