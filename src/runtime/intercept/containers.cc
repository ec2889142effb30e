// Functions of libstdc++ that follow and change the links of std::map, std::set, std::list and
// their like. They are called by code that the compiler has put into the program, but are in the
// library's own, which is not instrumented: whoever goes through a map while another thread inserts
// would race with nobody. So where somebody listens, they are done here.
#include <cstdint>

#include "runtime/control/events.h"
#include "runtime/intercept/list_links.h"
#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/tree_links.h"

using namespace steward;

namespace {

// Every link is told before it is accessed, in one scope.
class ToldAccess {
 public:
  explicit ToldAccess(const Scope& scope) : scope_(scope) {}

  template <class T>
  T load(const T& from) {
    scope_.read(&from, sizeof from);
    return __atomic_load_n(&from, __ATOMIC_RELAXED);
  }
  template <class T>
  void store(T& to, T value) {
    scope_.write(&to, sizeof to);
    __atomic_store_n(&to, value, __ATOMIC_RELAXED);
  }

 private:
  const Scope& scope_;
};

// What `told` returns for links of that kind; if nobody listens, what `real` does.
template <template <class> class Links, class Told, class Real>
auto links_of(const void* caller, Told told, Real real) {
  const Touch touch(caller);
  if (!touch.heard()) return real();
  const Scope scope(touch.counter());
  if (!scope || !scope.records_accesses()) return real();
  ToldAccess access(scope);
  return told(Links<ToldAccess>(access));
}

}  // namespace

#define STEWARD_LINKS(Links, told, real) \
  return links_of<Links>(                \
      __builtin_return_address(0), [&](auto links) { return links.told; }, [&] { return real; })

// std::_Rb_tree_increment and _Rb_tree_decrement, each for nodes and for const ones.
STEWARD_FAMILY(TreeNode*, _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, (TreeNode * node)) {
  STEWARD_LINKS(TreeLinks, next(node), real__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(node));
}
STEWARD_FAMILY(TreeNode*, _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, (TreeNode * node)) {
  STEWARD_LINKS(TreeLinks, next(node), real__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(node));
}
STEWARD_FAMILY(TreeNode*, _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, (TreeNode * node)) {
  STEWARD_LINKS(TreeLinks, previous(node),
                real__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(node));
}
STEWARD_FAMILY(TreeNode*, _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, (TreeNode * node)) {
  STEWARD_LINKS(TreeLinks, previous(node),
                real__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(node));
}
// std::_Rb_tree_insert_and_rebalance
STEWARD_FAMILY(void, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
               (bool left, TreeNode* node, TreeNode* parent, TreeNode* head)) {
  STEWARD_LINKS(TreeLinks, insert(left, node, parent, head),
                real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
                    left, node, parent, head));
}
// std::_Rb_tree_rebalance_for_erase: returns the node that is out of the tree now.
STEWARD_FAMILY(TreeNode*, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
               (TreeNode * node, TreeNode* head)) {
  STEWARD_LINKS(TreeLinks, erase(node, head),
                real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(node, head));
}

// std::__detail::_List_node_base: _M_hook, _M_unhook, _M_transfer, _M_reverse and swap.
STEWARD_FAMILY(void, _ZNSt8__detail15_List_node_base7_M_hookEPS0_,
               (ListNode * node, ListNode* before)) {
  STEWARD_LINKS(ListLinks, insert(node, before),
                real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(node, before));
}
STEWARD_FAMILY(void, _ZNSt8__detail15_List_node_base9_M_unhookEv, (ListNode * node)) {
  STEWARD_LINKS(ListLinks, erase(node), real__ZNSt8__detail15_List_node_base9_M_unhookEv(node));
}
STEWARD_FAMILY(void, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_,
               (ListNode * place, ListNode* first, ListNode* last)) {
  STEWARD_LINKS(ListLinks, move(place, first, last),
                real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(place, first, last));
}
STEWARD_FAMILY(void, _ZNSt8__detail15_List_node_base10_M_reverseEv, (ListNode * head)) {
  STEWARD_LINKS(ListLinks, reverse(head), real__ZNSt8__detail15_List_node_base10_M_reverseEv(head));
}
STEWARD_FAMILY(void, _ZNSt8__detail15_List_node_base4swapERS0_S1_,
               (ListNode * one, ListNode* other)) {
  STEWARD_LINKS(ListLinks, swap(one, other),
                real__ZNSt8__detail15_List_node_base4swapERS0_S1_(one, other));
}
