// Puts a check before each access to memory that other threads may access. What is put there:
//
//   refused = (*__steward_hook_write4)(&x);
//   if (refused != 0) __steward_hook_refused();
//   x = 1;
//
// The first call never throws, the second may: it is an ordinary call, made before exceptions
// become edges of a graph, so handlers, destructors and all that the compiler does with them are as
// for any other. What the compiler knows of the first is that it changes nothing that can be seen
// (hooks.cc). So a read may be of a value that is known from before, but not from before the thread
// last synchronized: that is a call of which the compiler knows nothing. And a write comes after
// its check, which decides about it, and before the next.
#include <cstring>

#include "guarded_fields.h"
#include "hooks.h"
#include "known_checks.h"
#include "memory_functions.h"
#include "passes.h"
#include "settings.h"
#include "shared_access.h"
#include "standard_library.h"
#include "statements.h"
#include "static_variables.h"

namespace steward_guard {
namespace {

class Inserter {
 public:
  explicit Inserter(tree function) : function_(function) {}

  void work_on(gimple_seq* body) {
    const bool lifted = is_lifted(function_);
    if (lifted) TREE_NOTHROW(function_) = 0;
    walk(body, !TREE_NOTHROW(function_));
  }

 private:
  void walk(gimple_seq* sequence, bool may_throw) {
    for (gimple_stmt_iterator at = gsi_start(*sequence); !gsi_end_p(at); gsi_next(&at))
      visit(&at, may_throw);
  }
  // What comes first may not have come by here.
  void walk_aside(gimple_seq* sequence, bool may_throw) {
    known_.forget();
    walk(sequence, may_throw);
    known_.forget();
  }
  void visit(gimple_stmt_iterator* at, bool may_throw) {
    gimple* const statement = gsi_stmt(*at);
    if (gimple_has_ops(statement)) {
      guarded_fields.see(statement, function_);
      static_variables.see(statement);
    }
    switch (gimple_code(statement)) {
      case GIMPLE_ASSIGN: return assignment(at, may_throw);
      case GIMPLE_CALL: return call(at, may_throw);
      case GIMPLE_TRY: return attempt(as_a<gtry*>(statement), may_throw);
      case GIMPLE_CATCH:
        return walk_aside(gimple_catch_handler_ptr(as_a<gcatch*>(statement)), may_throw);
      case GIMPLE_EH_FILTER: return walk_aside(gimple_eh_filter_failure_ptr(statement), may_throw);
      case GIMPLE_EH_ELSE: {
        auto* const either = as_a<geh_else*>(statement);
        walk_aside(gimple_eh_else_n_body_ptr(either), may_throw);
        return walk_aside(gimple_eh_else_e_body_ptr(either), may_throw);
      }
      case GIMPLE_BIND: return walk(gimple_bind_body_ptr(as_a<gbind*>(statement)), may_throw);
      case GIMPLE_LABEL:
      case GIMPLE_ASM:
      case GIMPLE_COND:
      case GIMPLE_GOTO:
      case GIMPLE_SWITCH: return known_.forget();
      default: return;
    }
  }
  void attempt(gtry* statement, bool may_throw) {
    const gimple* const first = gimple_seq_first_stmt(gimple_try_cleanup(statement));
    bool inside = may_throw;
    if (first != nullptr && gimple_code(first) == GIMPLE_EH_MUST_NOT_THROW) {
      if (is_lifted(function_)) gimple_try_set_cleanup(statement, nullptr);
      else inside = false;
    } else if (first != nullptr && gimple_code(first) == GIMPLE_CATCH) {
      inside = true;  // perhaps it is caught here
    }
    walk(gimple_try_eval_ptr(statement), inside);
    walk_aside(gimple_try_cleanup_ptr(statement), may_throw);
  }

  void assignment(gimple_stmt_iterator* at, bool may_throw) {
    gimple* const statement = gsi_stmt(*at);
    if (gimple_clobber_p(statement)) return;
    const tree to = gimple_assign_lhs(statement);
    if (gimple_assign_single_p(statement)) {
      const tree from = gimple_assign_rhs1(statement);
      check(at, Hook::read, from, may_throw);
      if (is_vptr(to)) check_vptr(at, to, from, may_throw);
      else check(at, Hook::write, to, may_throw);
    }
    known_.forget_uses_of(to);
  }
  void call(gimple_stmt_iterator* at, bool may_throw) {
    auto* const statement = as_a<gcall*>(gsi_stmt(*at));
    if (is_lifted(gimple_call_fndecl(statement))) {
      TREE_NOTHROW(gimple_call_fndecl(statement)) = 0;
      gimple_call_set_nothrow(statement, false);
    }
    for (unsigned i = 0; i < gimple_call_num_args(statement); ++i)
      check(at, Hook::read, gimple_call_arg(statement, i), may_throw);
    for (const MemoryRange& range : ranges_of(statement))
      check_range(at, range.writes ? Hook::write : Hook::read, range.begin, range.size, may_throw);
    if (may_synchronize(statement)) known_.forget();
    if (const tree to = gimple_call_lhs(statement); to != NULL_TREE) {
      known_.forget_uses_of(to);
      check_result(at, to, may_throw);
    }
  }
  // The result gets to its place when the function is over, and has done what it does to be allowed
  // to: by way of a variable that nobody else knows. An object that must not be moved is made in
  // its place, by the function itself, which checks that.
  void check_result(gimple_stmt_iterator* at, tree to, bool may_throw) {
    if (!shared_access(to) || TREE_ADDRESSABLE(TREE_TYPE(to))) return;
    auto* const statement = as_a<gcall*>(gsi_stmt(*at));
    if (gimple_call_noreturn_p(statement)) return;
    const tree between = create_tmp_var(TREE_TYPE(to), "steward_result");
    gimple_call_set_lhs(statement, between);
    gimple* const copy = gimple_build_assign(to, between);
    gimple_set_location(copy, gimple_location(statement));
    gsi_insert_after(at, copy, GSI_NEW_STMT);
    check(at, Hook::write, to, may_throw);
  }

  void check(gimple_stmt_iterator* at, Hook hook, tree reference, bool may_throw) {
    const SharedAccess access = shared_access(reference);
    if (!access) return;
    if (!settings.checks_all && known_.repeats(access, hook == Hook::write)) {
      ++counts.redundant;
      return;
    }
    const bool is_range = !has_own_hook(access.size);
    gcall* const asked =
        insert(at, is_range ? range_hook_variable(hook) : hook_variable(hook, access.size),
               address_of(access.place),
               is_range ? build_int_cst(size_type_node, access.size) : NULL_TREE, may_throw);
    if (const unsigned guarded = guarded_fields.number_of(reference, gsi_stmt(*at)); guarded != 0)
      set_guarded(asked, guarded);
  }
  void check_range(gimple_stmt_iterator* at, Hook hook, tree begin, tree size, bool may_throw) {
    insert(at, range_hook_variable(hook), begin, fold_convert(size_type_node, size), may_throw);
  }
  // Nobody sees a pointer change that is what it was.
  void check_vptr(gimple_stmt_iterator* at, tree to, tree value, bool may_throw) {
    if (shared_access(to))
      insert(at, vptr_hook_variable(), address_of(to), fold_convert(ptr_type_node, value),
             may_throw);
  }
  static tree address_of(tree place) {
    mark_addressable(place);
    return fold_convert(ptr_type_node, build_fold_addr_expr(unshare_expr(place)));
  }

  // The call that asks.
  static gcall* insert(gimple_stmt_iterator* at, tree hook, tree address, tree more,
                       bool may_throw) {
    ++counts.checked;
    gimple_seq all = nullptr;
    const auto as_value = [&](tree value) {
      gimple_seq before = nullptr;
      value = force_gimple_operand(value, &before, true, NULL_TREE);
      gimple_seq_add_seq(&all, before);
      return value;
    };
    address = as_value(address);
    if (more != NULL_TREE) more = as_value(more);
    const tree function = create_tmp_var(TREE_TYPE(hook), "steward_hook");
    gimple_seq_add_stmt(&all, gimple_build_assign(function, hook));
    gcall* const ask = more == NULL_TREE ? gimple_build_call(function, 1, address)
                                         : gimple_build_call(function, 2, address, more);
    const tree refused = create_tmp_var(integer_type_node, "steward_refused");
    gimple_call_set_lhs(ask, refused);
    gimple_call_set_nothrow(ask, true);
    gimple_seq_add_stmt(&all, ask);
    const tree then = create_artificial_label(UNKNOWN_LOCATION);
    const tree otherwise = create_artificial_label(UNKNOWN_LOCATION);
    gimple_seq_add_stmt(&all,
                        gimple_build_cond(NE_EXPR, refused, integer_zero_node, then, otherwise));
    gimple_seq_add_stmt(&all, gimple_build_label(then));
    gcall* const refuse = gimple_build_call(refused_function(may_throw), 0);
    gimple_call_set_nothrow(refuse, !may_throw);
    gimple_seq_add_stmt(&all, refuse);
    gimple_seq_add_stmt(&all, gimple_build_label(otherwise));
    for (gimple_stmt_iterator i = gsi_start(all); !gsi_end_p(i); gsi_next(&i))
      gimple_set_location(gsi_stmt(i), gimple_location(gsi_stmt(*at)));
    gsi_insert_seq_before(at, all, GSI_SAME_STMT);
    return ask;
  }

  const tree function_;
  KnownChecks known_;
};

const pass_data kData = {
    GIMPLE_PASS, "steward_checks", OPTGROUP_NONE, TV_NONE, PROP_gimple_any, 0, 0, 0, 0};

class InsertChecks : public gimple_opt_pass {
 public:
  explicit InsertChecks(gcc::context* context) : gimple_opt_pass(kData, context) {}
  bool gate(function*) override { return sanitize_flags_p(SANITIZE_THREAD); }
  unsigned execute(function* function) override {
    gimple_seq body = gimple_body(function->decl);
    Inserter(function->decl).work_on(&body);
    gimple_set_body(function->decl, body);
    if (!settings.accesses_throw) function->can_throw_non_call_exceptions = 0;
    return 0;
  }
};

}  // namespace

opt_pass* make_insert_checks(gcc::context* context) { return new InsertChecks(context); }

}  // namespace steward_guard
