#include "support/happens_before.h"

#include <algorithm>
#include <map>

#include "support/reads_from.h"

namespace steward::oracle {
namespace {

bool is_acquire(EventKind kind) {
  return kind == EventKind::acquire || kind == EventKind::acquire_shared;
}
bool is_release(EventKind kind) {
  return kind == EventKind::release || kind == EventKind::release_shared;
}

// Edges that both relations have.
bool common_edge(const Execution& x, std::size_t i, std::size_t j) {
  const Event& a = x.event(i);
  const Event& b = x.event(j);
  if (x.thread(i) == x.thread(j)) return true;
  if (a.kind == EventKind::fork && a.other() == x.thread(j)) return true;
  if (b.kind == EventKind::join && b.other() == x.thread(i)) return true;
  // A joined thread has started and ended, also if it did nothing that is in the trace.
  if (a.kind == EventKind::fork && b.kind == EventKind::join && a.other() == b.other()) return true;
  return a.kind == EventKind::send && b.kind == EventKind::receive && a.message() == b.message();
}

bool unlock_to_lock(const Execution& x, std::size_t i, std::size_t j) {
  const Event& a = x.event(i);
  const Event& b = x.event(j);
  if (!is_release(a.kind) || !is_acquire(b.kind) || a.lock() != b.lock()) return false;
  return a.kind == EventKind::release || b.kind == EventKind::acquire;
}

// The events of a store's thread whose effects the store publishes.
std::vector<std::size_t> sources_of(const Execution& x, std::size_t store) {
  std::vector<std::size_t> sources;
  for (std::size_t i = 0; i < store; ++i) {
    const bool release_fence = x.event(i).kind == EventKind::fence && releases(x.event(i).order);
    if (x.counts(i) && release_fence && x.thread(i) == x.thread(store)) sources.push_back(i);
  }
  if (releases(x.event(store).order)) sources.push_back(store);
  return sources;
}

// The events of a load's thread that receive what the load read.
std::vector<std::size_t> sinks_of(const Execution& x, std::size_t load) {
  std::vector<std::size_t> sinks;
  if (acquires(x.event(load).order)) sinks.push_back(load);
  for (std::size_t i = load + 1; i < x.size(); ++i) {
    const bool acquire_fence = x.event(i).kind == EventKind::fence && acquires(x.event(i).order);
    if (x.counts(i) && acquire_fence && x.thread(i) == x.thread(load)) sinks.push_back(i);
  }
  return sinks;
}

void add_synchronizes_with(const Execution& x, Order& order) {
  const auto heads = heads_read(x);
  for (std::size_t load = 0; load < x.size(); ++load) {
    if (heads[load].empty()) continue;
    const auto sinks = sinks_of(x, load);
    for (std::size_t store : heads[load]) {
      for (std::size_t source : sources_of(x, store)) {
        for (std::size_t sink : sinks) order.add(source, sink);
      }
    }
  }
}

template <class Edge>
void add_all(const Execution& x, Order& order, Edge edge) {
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (!x.counts(j)) continue;
    for (std::size_t i = 0; i < j; ++i) {
      if (x.counts(i) && edge(i, j)) order.add(i, j);
    }
  }
}

// From which event on each lock is a channel.
std::map<LockId, std::size_t> channel_marks(const Execution& x, Channels channels) {
  std::map<LockId, std::size_t> marks;
  if (channels == Channels::off) return marks;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!x.counts(i) || x.event(i).kind != EventKind::wait) continue;
    marks.emplace(x.event(i).wait_lock(), channels == Channels::from_start ? 0 : i);
  }
  return marks;
}

bool sends_as_channel(const Execution& x, const std::map<LockId, std::size_t>& marks,
                      std::size_t i) {
  if (!is_release(x.event(i).kind)) return false;
  const auto mark = marks.find(x.event(i).lock());
  return mark != marks.end() && mark->second <= i;
}

// Some wait of the waking thread began before the signal and was not over yet.
bool signal_to_wake(const Execution& x, std::size_t signal, std::size_t wake) {
  const Event& a = x.event(signal);
  const Event& b = x.event(wake);
  if (a.kind != EventKind::signal || b.kind != EventKind::wake) return false;
  if (a.condition() != b.condition()) return false;
  for (std::size_t i = wake; i-- > 0;) {
    const Event& e = x.event(i);
    if (!x.counts(i) || x.thread(i) != x.thread(wake)) continue;
    if (e.kind == EventKind::wake && e.condition() == b.condition()) return false;
    if (e.kind == EventKind::wait && e.condition() == b.condition()) return i < signal;
  }
  return false;
}

bool is_release_store(const Event& e) {
  return (e.kind == EventKind::atomic_store || e.kind == EventKind::atomic_rmw) &&
         releases(e.order);
}

void add_atomic_messages(const Execution& x, Order& order) {
  const auto heads = heads_read(x);
  for (std::size_t load = 0; load < x.size(); ++load) {
    if (heads[load].empty() || !acquires(x.event(load).order)) continue;
    for (std::size_t store : heads[load]) {
      if (is_release_store(x.event(store))) order.add(store, load);
    }
  }
}

}  // namespace

Order precise_order(const Execution& x) {
  Order order(x.size());
  add_all(x, order, [&](std::size_t i, std::size_t j) {
    return common_edge(x, i, j) || unlock_to_lock(x, i, j);
  });
  add_synchronizes_with(x, order);
  order.close();
  return order;
}

Order limited_order(const Execution& x, const LimitedOptions& options) {
  Order order(x.size());
  if (!options.hb) {
    add_all(x, order, [&](std::size_t i, std::size_t j) { return x.thread(i) == x.thread(j); });
    return order;
  }
  const auto marks = channel_marks(x, options.channels);
  add_all(x, order, [&](std::size_t i, std::size_t j) {
    if (common_edge(x, i, j) || signal_to_wake(x, i, j)) return true;
    return sends_as_channel(x, marks, i) && is_acquire(x.event(j).kind) &&
           x.event(i).lock() == x.event(j).lock();
  });
  if (options.atomics_as_messages) add_atomic_messages(x, order);
  order.close();
  return order;
}

Order firm_order(const Execution& x, const LimitedOptions& options) {
  Order order(x.size());
  const auto marks = channel_marks(x, options.channels);
  add_all(x, order, [&](std::size_t i, std::size_t j) {
    if (common_edge(x, i, j)) return true;
    return x.event(i).kind == EventKind::release && sends_as_channel(x, marks, i) &&
           is_acquire(x.event(j).kind) && x.event(i).lock() == x.event(j).lock();
  });
  order.close();
  return order;
}

std::vector<std::uint32_t> own_timestamps(const Execution& x, const LimitedOptions& options) {
  const auto marks = channel_marks(x, options.channels);
  std::vector<std::uint32_t> timestamps(x.size(), 0);
  std::map<ThreadId, std::uint32_t> sent;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!x.counts(i)) continue;
    const Event& e = x.event(i);
    std::uint32_t& sends = sent[x.thread(i)];
    timestamps[i] = 1 + sends;
    if (!options.hb) continue;
    const bool message = e.kind == EventKind::send || e.kind == EventKind::fork ||
                         e.kind == EventKind::end || e.kind == EventKind::signal;
    const bool atomic = options.atomics_as_messages && is_release_store(e);
    if (message || atomic || sends_as_channel(x, marks, i)) ++sends;
  }
  return timestamps;
}

}  // namespace steward::oracle
