// Which locks a program waits for while it holds others, and the orders among them in which it
// could wait forever.
//
// An edge from a to b says that somebody waited for b while holding a. A cycle is a possible
// deadlock if its edges can be at work at the same moment: what one of them holds must not keep
// another from holding what it holds (a lock held in common, a gate, makes them take turns), and
// each must really be kept waiting by the next: a reader does not wait for readers. Whose the edges
// are does not matter: the code of one thread may be run by another the next time.
//
// A wait that closes cycles is told once, with a shortest of them, unless this very edge has been
// part of a cycle that was told before. So a program full of contradictions is told as many as it
// has wrong edges, not as many as it has cycles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/event/types.h"

namespace steward {

constexpr bool modes_conflict(LockMode a, LockMode b) {
  return a == LockMode::exclusive || b == LockMode::exclusive;
}

// `Where` is what is remembered of a place, to report it: a thread and its stack, an event.
template <class Where>
class LockOrder {
 public:
  struct Held {
    LockId lock;
    LockMode mode;
    Where at;  // where it was taken
  };
  // One step of a cycle: somebody holds `held` and waits for `wanted`, which is what the next one
  // holds.
  struct Step {
    Held held;
    Held wanted;
  };

  explicit LockOrder(Heap& heap)
      : heap_(heap),
        nodes_(heap),
        edges_(heap),
        gates_(heap),
        path_(heap),
        distances_(heap),
        queue_(heap) {}
  ~LockOrder() {
    edges_.for_each([&](const Pair&, Edge*& edge) { heap_.destroy(edge); });
    nodes_.for_each([&](const LockId&, Node*& node) { heap_.destroy(node); });
  }
  LockOrder(const LockOrder&) = delete;
  LockOrder& operator=(const LockOrder&) = delete;

  // Somebody holds all of `held` and is about to wait for `wanted`, which is not among them.
  // cycle(std::span<const Step>) for each edge that closes one: the new step first.
  template <class F>
  void wait(std::span<const Held> held, const Held& wanted, F&& cycle) {
    set_gates(held);
    for (const Held& one : held) {
      Edge& edge = edge_between(one.lock, wanted.lock);
      if (!add(edge, {one, wanted}) || edge.told) continue;
      if (!find_cycle(edge)) continue;
      Vector<Step> steps(heap_);
      for (const Taken& taken : path_) {
        taken.edge->told = true;
        steps.push_back(taken.way->step);
      }
      cycle(steps.span());
    }
  }
  // The lock is no more. Whether it was in the order at all.
  bool forget(LockId lock) {
    Node** const found = nodes_.find(lock);
    if (found == nullptr) return false;
    Node* const node = *found;
    while (!node->out.empty()) remove(lock, node->out.back());
    while (!node->in.empty()) remove(node->in.back(), lock);
    nodes_.erase(lock);
    heap_.destroy(node);
    return true;
  }
  std::size_t edges() const { return edges_.size(); }
  // Searches that were given up: a cycle may have been missed.
  std::uint64_t given_up() const { return given_up_; }

 private:
  struct Pair {
    LockId from, to;
    std::uint64_t hash() const { return mix_bits(from.value() * 0x9e3779b97f4a7c15u + to.value()); }
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  struct Gate {
    LockId lock;
    LockMode mode;
  };
  // One way to come to an edge: its modes, and all that was held.
  struct Way {
    Way(Heap& heap, const Step& s) : step(s), gates(heap) {}
    Step step;
    Vector<Gate> gates;  // sorted by lock
  };
  struct Edge {
    explicit Edge(Heap& heap) : ways(heap) {}
    bool told = false;  // part of a cycle that was
    Vector<Way*> ways;  // none covers another
    ~Edge() {
      for (Way* way : ways) ways.heap().destroy(way);
    }
  };
  struct Node {
    explicit Node(Heap& heap) : out(heap), in(heap) {}
    Vector<LockId> out, in;
  };
  struct Taken {
    Edge* edge;
    const Way* way;
  };
  // Few programs come near; without a limit, one that takes dozens of locks in every order would
  // stand still. Whose searches often end here has to go on with less.
  static constexpr std::size_t kMostTries = 100'000;
  static constexpr std::size_t kFewTries = 100;
  static constexpr std::uint64_t kPatience = 16;
  std::size_t most_tries() const { return given_up_ < kPatience ? kMostTries : kFewTries; }

  Node& node_of(LockId lock) {
    Node*& node = nodes_.find_or_insert(lock, nullptr);
    if (node == nullptr) node = heap_.create<Node>(heap_);
    return *node;
  }
  Edge& edge_between(LockId from, LockId to) {
    Edge*& edge = edges_.find_or_insert(Pair{from, to}, nullptr);
    if (edge != nullptr) return *edge;
    edge = heap_.create<Edge>(heap_);
    node_of(from).out.push_back(to);
    node_of(to).in.push_back(from);
    return *edge;
  }
  void remove(LockId from, LockId to) {
    Edge** const edge = edges_.find(Pair{from, to});
    heap_.destroy(*edge);
    edges_.erase(Pair{from, to});
    erase(node_of(from).out, to);
    erase(node_of(to).in, from);
  }
  static void erase(Vector<LockId>& list, LockId lock) {
    for (std::size_t i = list.size(); i-- > 0;)
      if (list[i] == lock) list.erase(i);
  }

  void set_gates(std::span<const Held> held) {
    gates_.clear();
    for (const Held& one : held) gates_.push_back({one.lock, one.mode});
    std::sort(gates_.begin(), gates_.end(),
              [](const Gate& a, const Gate& b) { return a.lock.value() < b.lock.value(); });
  }
  // Whether there is something new about this way: none before it allows all that it does. It is
  // then the last one of the edge.
  bool add(Edge& edge, const Step& step) {
    for (const Way* known : edge.ways)
      if (allows_all_of(known->step, known->gates, step, gates_)) return false;
    Way* const way = heap_.create<Way>(heap_, step);
    for (const Gate& gate : gates_) way->gates.push_back(gate);
    for (std::size_t i = edge.ways.size(); i-- > 0;) {
      if (!allows_all_of(step, gates_, edge.ways[i]->step, edge.ways[i]->gates)) continue;
      heap_.destroy(edge.ways[i]);
      edge.ways.erase(i);
    }
    edge.ways.push_back(way);
    return true;
  }
  // Every cycle with `b` in it is one with `a`.
  static bool allows_all_of(const Step& a, const Vector<Gate>& a_gates, const Step& b,
                            const Vector<Gate>& b_gates) {
    if (a.wanted.mode == LockMode::shared && b.wanted.mode == LockMode::exclusive) return false;
    // The gates are also held: the lock of the edge is among them, and has to keep others waiting.
    if (a.held.mode == LockMode::shared && b.held.mode == LockMode::exclusive) return false;
    std::size_t i = 0;
    for (const Gate& gate : a_gates) {
      while (i < b_gates.size() && b_gates[i].lock.value() < gate.lock.value()) ++i;
      if (i == b_gates.size() || b_gates[i].lock != gate.lock) return false;
      if (gate.mode == LockMode::exclusive && b_gates[i].mode == LockMode::shared) return false;
    }
    return true;
  }
  static bool at_once(const Way& a, const Way& b) {
    for (std::size_t i = 0, j = 0; i < a.gates.size() && j < b.gates.size();) {
      const std::uint64_t one = a.gates[i].lock.value(), other = b.gates[j].lock.value();
      if (one == other && modes_conflict(a.gates[i].mode, b.gates[j].mode)) return false;
      if (one <= other) ++i;
      if (other <= one) ++j;
    }
    return true;
  }

  // A shortest cycle with the last way of `edge`, in path_.
  bool find_cycle(Edge& edge) {
    const Way& first = *edge.ways.back();
    const LockId from = first.step.wanted.lock;
    const LockId to = first.step.held.lock;
    measure_distances(to);
    const std::size_t* const shortest = distances_.find(from);
    if (shortest == nullptr) return false;
    tries_ = 0;
    for (std::size_t steps = *shortest; steps <= distances_.size(); ++steps) {
      path_.clear();
      path_.push_back({&edge, &first});
      if (extend(from, to, steps)) return true;
      if (tries_ < most_tries()) continue;
      ++given_up_;
      return false;
    }
    return false;
  }
  // How many edges it takes at least from each lock to `to`, for those that get there.
  void measure_distances(LockId to) {
    distances_.clear();
    queue_.clear();
    distances_.insert(to, 0);
    queue_.push_back(to);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const std::size_t next = *distances_.find(queue_[i]) + 1;
      for (const LockId before : node_of(queue_[i]).in)
        if (distances_.insert(before, next)) queue_.push_back(before);
    }
  }
  // Goes on from the end of path_, at `from`, to `to` in exactly `steps` steps.
  bool extend(LockId from, LockId to, std::size_t steps) {
    if (from == to) return steps == 0 && follows(path_[path_.size() - 1], path_[0]);
    if (steps == 0 || ++tries_ >= most_tries()) return false;
    for (const LockId next : node_of(from).out) {
      const std::size_t* const left = distances_.find(next);
      if (left == nullptr || *left > steps - 1) continue;
      Edge* const edge = *edges_.find(Pair{from, next});
      for (const Way* way : edge->ways) {
        const Taken taken{edge, way};
        if (!fits(taken)) continue;
        path_.push_back(taken);
        if (extend(next, to, steps - 1)) return true;
        path_.pop_back();
      }
    }
    return false;
  }
  // Whether it can be at work together with all of the path. A lock that the path comes through is
  // held there: it could only be come through again by readers, who need no way around.
  bool fits(const Taken& taken) const {
    if (!follows(path_.back(), taken)) return false;
    for (const Taken& other : path_) {
      if (!at_once(*other.way, *taken.way)) return false;
      if (other.way->step.held.lock == taken.way->step.held.lock) return false;
    }
    return true;
  }
  // What the one wants the other one holds; does it have to wait?
  static bool follows(const Taken& one, const Taken& other) {
    return modes_conflict(one.way->step.wanted.mode, other.way->step.held.mode);
  }

  Heap& heap_;
  HashMap<LockId, Node*> nodes_;
  HashMap<Pair, Edge*> edges_;
  std::uint64_t given_up_ = 0;
  Vector<Gate> gates_;  // of the wait at work, sorted
  // Of the search at work.
  Vector<Taken> path_;
  HashMap<LockId, std::size_t> distances_;
  Vector<LockId> queue_;
  std::size_t tries_ = 0;
};

}  // namespace steward
