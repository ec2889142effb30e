// Takes out checks that are not needed, once functions are inlined and the compiler knows more than
// when they were put in:
//   - of variables on the stack whose address nobody else has, and static ones of that kind;
//   - that repeat an earlier one, on every way to here, since the thread last may have synchronized
//     with others. The first check is remembered by the runtime as an access of that epoch, and
//     whoever would race with the second access races with it;
//   - of what a lock guards, if that is to be believed.
#include <vector>

#include "guarded_fields.h"
#include "hooks.h"
#include "passes.h"
#include "settings.h"
#include "statements.h"
#include "static_variables.h"

namespace steward_guard {
namespace {

bool cannot_race(tree address) {
  tree base = base_of(address);
  while (base != NULL_TREE && TREE_CODE(base) == MEM_REF)
    base = base_of(plain_address(TREE_OPERAND(base, 0)));
  if (base == NULL_TREE || !DECL_P(base)) return false;
  if (!auto_var_in_fn_p(base, current_function_decl)) return static_variables.cannot_race(base);
  return !pt_solution_includes(&cfun->gimple_df->escaped, base);
}

// Checks of the same bytes have the same number.
class Places {
 public:
  unsigned number_of(tree address, HOST_WIDE_INT size) {
    for (unsigned i = 0; i < places_.size(); ++i)
      if (places_[i].size == size && operand_equal_p(places_[i].address, address, 0)) return i;
    places_.push_back({address, size});
    return static_cast<unsigned>(places_.size()) - 1;
  }
  std::size_t count() const { return places_.size(); }

 private:
  struct Place {
    tree address;
    HOST_WIDE_INT size;
  };
  std::vector<Place> places_;
};

// Of each place: whether it was checked on every way, and whether for a write.
class Known {
 public:
  explicit Known(std::size_t places, bool all = false) : bits_(2 * places, all) {}
  bool covers(unsigned place, bool writes) const { return bits_[2 * place + (writes ? 1 : 0)]; }
  void add(unsigned place, bool writes) {
    bits_[2 * place] = true;
    if (writes) bits_[2 * place + 1] = true;
  }
  void forget() { bits_.assign(bits_.size(), false); }
  void meet(const Known& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] = bits_[i] && other.bits_[i];
  }
  friend bool operator==(const Known& a, const Known& b) { return a.bits_ == b.bits_; }

 private:
  std::vector<bool> bits_;
};

class Remover {
 public:
  explicit Remover(bool last) : last_(last) {}

  void work() {
    number_places();
    find_known();
    basic_block block;
    FOR_EACH_BB_FN(block, cfun) {
      Known known = known_before(block);
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);) {
        const bool needed = is_needed(gsi_stmt(at), known);
        pass(gsi_stmt(at), known);
        if (needed) gsi_next(&at);
        else take_out(&at);
      }
    }
  }

 private:
  // Quadratic in the checks of a function: enormous ones keep theirs.
  static constexpr std::size_t kMostPlaces = 4096;

  static bool is_numbered(const AskedAccess& asked) { return asked.is_check && asked.size > 0; }
  static bool is_guarded(const AskedAccess& asked) {
    return asked.guarded != 0 && guarded_fields.is_guarded(asked.guarded);
  }
  static tree address_in(const gimple* statement) {
    return plain_address(gimple_call_arg(statement, 0));
  }
  void number_places() {
    basic_block block;
    FOR_EACH_BB_FN(block, cfun)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      const AskedAccess asked = asked_by(gsi_stmt(at));
      if (is_numbered(asked) && places_.count() < kMostPlaces)
        places_.number_of(address_in(gsi_stmt(at)), asked.size);
    }
    all_numbered_ = places_.count() < kMostPlaces;
  }
  // The largest solution: what is known before a block is known behind all blocks before it.
  void find_known() {
    behind_.assign(static_cast<std::size_t>(last_basic_block_for_fn(cfun)),
                   Known(places_.count(), true));
    for (bool changed = true; changed;) {
      changed = false;
      basic_block block;
      FOR_EACH_BB_FN(block, cfun) {
        Known known = known_before(block);
        for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
          pass(gsi_stmt(at), known);
        Known& behind = behind_[static_cast<std::size_t>(block->index)];
        if (known == behind) continue;
        behind = known;
        changed = true;
      }
    }
  }
  Known known_before(basic_block block) const {
    Known known(places_.count(), true);
    edge from;
    edge_iterator i;
    FOR_EACH_EDGE(from, i, block->preds) {
      if (from->src == ENTRY_BLOCK_PTR_FOR_FN(cfun)) known.forget();
      else known.meet(behind_[static_cast<std::size_t>(from->src->index)]);
    }
    return known;
  }
  void pass(const gimple* statement, Known& known) {
    const AskedAccess asked = asked_by(statement);
    if (is_guarded(asked)) return;
    if (asked.is_check) {
      if (all_numbered_ && is_numbered(asked))
        known.add(places_.number_of(address_in(statement), asked.size), asked.writes);
    } else if (may_synchronize(statement)) {
      known.forget();
    }
  }
  bool is_needed(const gimple* statement, const Known& known) {
    const AskedAccess asked = asked_by(statement);
    if (!asked.is_check) return true;
    if (is_guarded(asked)) {
      ++counts.removed_guarded;
      return false;
    }
    const tree address = address_in(statement);
    if (cannot_race(address)) {
      ++counts.removed_local;
      return false;
    }
    if (all_numbered_ && is_numbered(asked) &&
        known.covers(places_.number_of(address, asked.size), asked.writes)) {
      ++counts.removed_redundant;
      return false;
    }
    if (last_) ++counts.left;
    return true;
  }
  static void take_out(gimple_stmt_iterator* at) {
    gimple* const check = gsi_stmt(*at);
    const tree refused = gimple_call_lhs(check);
    unlink_stmt_vdef(check);
    if (refused == NULL_TREE) {
      gsi_remove(at, true);
      return;
    }
    gimple* const no = gimple_build_assign(refused, build_zero_cst(TREE_TYPE(refused)));
    gimple_set_location(no, gimple_location(check));
    gsi_replace(at, no, true);
    gsi_next(at);
  }

  const bool last_;  // nobody takes out more
  Places places_;
  bool all_numbered_ = true;
  std::vector<Known> behind_;  // by block
};

const pass_data kData = {GIMPLE_PASS,
                         "steward_redundant",
                         OPTGROUP_NONE,
                         TV_NONE,
                         PROP_cfg | PROP_ssa,
                         0,
                         0,
                         0,
                         TODO_cleanup_cfg | TODO_update_ssa | TODO_update_address_taken};

class RemoveChecks : public gimple_opt_pass {
 public:
  RemoveChecks(gcc::context* context, bool last) : gimple_opt_pass(kData, context), last_(last) {}
  bool gate(function*) override { return sanitize_flags_p(SANITIZE_THREAD); }
  unsigned execute(function*) override {
    Remover(last_).work();
    return 0;
  }

 private:
  const bool last_;
};

}  // namespace

opt_pass* make_remove_checks(gcc::context* context, bool last) {
  return new RemoveChecks(context, last);
}

}  // namespace steward_guard
