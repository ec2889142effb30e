// Write buffers against the definition of the Progressive Java Memory Model (Flanagan and Freund,
// PLDI 2010, §4): a read may return the value of any earlier write to the byte, unless another
// write to it comes after that one and before the read in happens-before.
//
// Each write gives its bytes a value that says which write it was, so that what is read says it
// too.
#include "core/memory/write_buffer.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "core/detect/fasttrack.h"
#include "core/memory/adversarial_memory.h"
#include "sched/random.h"
#include "support/happens_before.h"
#include "support/property.h"
#include "support/run_detector.h"
#include "support/script.h"

namespace steward {
namespace {

using Values = std::set<std::uint8_t>;
// What a write event puts into its bytes; 0 is what storage begins with.
using ValueOf = std::function<std::uint8_t(std::size_t event)>;

std::uint8_t its_own(std::size_t event) { return static_cast<std::uint8_t>(event + 1); }
std::uint8_t one_of_two(std::size_t event) { return static_cast<std::uint8_t>(1 + event % 2); }

// The definition.
Values legal_values(const oracle::Execution& x, const oracle::Order& order, std::size_t read,
                    Address byte, const ValueOf& value) {
  std::vector<std::size_t> written;
  bool initial = true;
  for (std::size_t i = 0; i < read; ++i) {
    const Event& e = x.event(i);
    if (x.counts(i) && e.kind == EventKind::write && e.range.contains(byte)) written.push_back(i);
  }
  for (const std::size_t w : written) initial = initial && !order.before(w, read);
  Values values;
  if (initial) values.insert(0);
  for (const std::size_t w : written) {
    bool hidden = false;
    for (const std::size_t c : written)
      hidden = hidden || (c > w && order.before(w, c) && order.before(c, read));
    if (!hidden) values.insert(value(w));
  }
  return values;
}

// Precise happens-before as the detectors have it, with something that follows plain accesses.
template <class Follower>
class Following : public FastTrack<Sequential> {
 public:
  using Base = FastTrack<Sequential>;

  Following(Heap& heap, Follower& follower)
      : Base(heap, {.max_store_age = UINT8_MAX}, follower), follower_(follower) {}

  void read(Thread& t, AddressRange range, Origin origin) {
    Base::read(t, range, origin);
    follower_.read(*this, t, range);
  }
  // What an atomic load gets after that orders nothing: the detector must know of it, too.
  void write(Thread& t, AddressRange range, Origin origin) {
    Base::write(t, range, origin);
    follower_.write(*this, t, range);
  }
  bool for_all(FunctionRef<bool(const VectorClock&)> holds) {
    bool all = true;
    for (const Thread* const t : unjoined_threads())
      all = all && (has_ended(*t) || holds(t->clock));
    return all;
  }

 private:
  Follower& follower_;
};

struct Rules {
  bool gc1 = false, gc2 = false;
  std::size_t bound = SIZE_MAX;
};

// A write buffer for each word, and what each byte of the read at hand may be.
class Buffers {
 public:
  Buffers(Heap& heap, Rules rules, ValueOf value)
      : heap_(heap), rules_(rules), value_(std::move(value)) {}

  template <class Order>
  void read(Order&, const typename Order::Thread& t, AddressRange range) {
    range.for_each_chunk(1, [&](AddressRange one) {
      const WriteBuffer& buffer = at(word_of(one.begin));
      const std::uint8_t byte = mask_of(one);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        if (buffer.may_read(i, t.clock, byte))
          readable_[one.begin].insert(value(buffer[i].word, one));
    });
  }
  template <class Order>
  void write(Order& order, const typename Order::Thread& t, AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t bytes) {
      WriteBuffer& buffer = at(word);
      buffer.write(t.clock, t.now(), bytes, 0x0101010101010101u * value_(event_), {});
      if (rules_.gc2) buffer.drop_repeated();
      if (rules_.gc1) buffer.drop_hidden([&](auto holds) { return order.for_all(holds); });
      while (buffer.size() > rules_.bound) buffer.drop_oldest();
      largest_ = std::max(largest_, buffer.size());
    });
  }
  void operator()(const Finding&) {}

  // Before each event, and after it.
  void set_event(std::size_t event) { event_ = event; }
  std::map<Address, Values> take() { return std::exchange(readable_, {}); }
  std::size_t largest() const { return largest_; }

 private:
  static std::uint8_t value(std::uint64_t word, AddressRange byte) {
    return static_cast<std::uint8_t>(word >> 8 * (byte.begin.value() % kWordBytes));
  }
  WriteBuffer& at(Address word) {
    return buffers_.try_emplace(word, heap_, kWholeWord, 0u).first->second;
  }

  Heap& heap_;
  const Rules rules_;
  const ValueOf value_;
  std::map<Address, WriteBuffer> buffers_;
  std::map<Address, Values> readable_;
  std::size_t event_ = 0;
  std::size_t largest_ = 0;
};

// What each read of a trace may return in each of its bytes.
std::vector<std::map<Address, Values>> readable(std::span<const Event> events, Rules rules,
                                                const ValueOf& value) {
  std::vector<std::map<Address, Values>> found;
  Heap heap(cached_pages());
  Buffers buffers(heap, rules, value);
  Following<Buffers> order(heap, buffers);
  feed(heap, order, events, [&](std::size_t i) {
    found.push_back(buffers.take());
    buffers.set_event(i + 1);
  });
  return found;
}

std::string text(const Values& values) {
  std::ostringstream out;
  for (const unsigned value : values) out << ' ' << value;
  return out.str();
}

// Atomics lie below byte 18: they order threads, but their values are another matter.
std::vector<Shape> stale_shapes() {
  std::vector<Shape> all = {general_shape(), lock_heavy_shape(), message_heavy_shape()};
  for (Shape& shape : all) {
    shape.first_byte = 24;
    shape.bytes = 10;  // in two words
    for (const Action action : {Action::alloc, Action::free, Action::clear, Action::copy})
      shape = shape.without(action);
    shape = shape.with(Action::read, 20).with(Action::write, 20);
  }
  return all;
}

TEST(WriteBuffer, MayBeReadWhatTheDefinitionAllows) {
  check_on_random_traces(stale_shapes(), [](std::span<const Event> events) -> Verdict {
    const oracle::Execution x(events);
    const oracle::Order order = oracle::precise_order(x);
    const auto found = readable(events, {}, its_own);
    for (std::size_t i = 0; i < events.size(); ++i)
      for (const auto& [byte, values] : found[i])
        if (const Values legal = legal_values(x, order, i, byte, its_own); values != legal)
          return "event " + std::to_string(i) + " may read" + text(values) + ", not" + text(legal);
    return {};
  });
}

// [GC1] and [GC2] keep the set of legal futures.
TEST(WriteBuffer, CompressionChangesNothing) {
  for (const Rules rules :
       {Rules{.gc1 = true}, Rules{.gc2 = true}, Rules{.gc1 = true, .gc2 = true}})
    check_on_random_traces(stale_shapes(), [&](std::span<const Event> events) -> Verdict {
      const auto all = readable(events, {}, one_of_two);
      const auto compressed = readable(events, rules, one_of_two);
      for (std::size_t i = 0; i < events.size(); ++i)
        for (const auto& [byte, values] : compressed[i])
          if (values != all[i].at(byte))
            return "event " + std::to_string(i) + " may read" + text(values) + ", not" +
                   text(all[i].at(byte));
      return {};
    });
}

// [REMOVE OLDEST] only shrinks it.
TEST(WriteBuffer, ABoundOnlyShrinksWhatMayBeRead) {
  for (const std::size_t bound : {1, 2, 3})
    check_on_random_traces(stale_shapes(), [&](std::span<const Event> events) -> Verdict {
      const auto all = readable(events, {}, its_own);
      const auto bounded = readable(events, {.gc1 = true, .gc2 = true, .bound = bound}, its_own);
      for (std::size_t i = 0; i < events.size(); ++i)
        for (const auto& [byte, values] : bounded[i]) {
          if (values.empty()) return "event " + std::to_string(i) + " may read nothing";
          for (const std::uint8_t value : values)
            if (!all[i].at(byte).contains(value))
              return "event " + std::to_string(i) + " may not read " + std::to_string(value);
        }
      return {};
    });
}

// What adversarial memory returns, by any heuristic: memory that the program has, and the choice.
class Machine {
 public:
  Machine(Heap& heap, AdversarialMemory::Options options, std::uint64_t seed)
      : memory_(heap, options), random_(seed) {}

  template <class Order>
  void read(Order&, const typename Order::Thread& t, AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t bytes) {
      memory_.track(word, kWholeWord, content_[word]);
      const auto draw = [&](std::uint64_t bound) { return random_.below(bound); };
      const auto taken = memory_.read(word, bytes, content_[word], t.clock, draw);
      for (unsigned i = 0; i < kWordBytes; ++i)
        if ((bytes >> i & 1) != 0) read_[word + i] = static_cast<std::uint8_t>(taken.word >> 8 * i);
    });
  }
  template <class Order>
  void write(Order& order, const typename Order::Thread& t, AddressRange range) {
    for_each_word(range, [&](Address word, std::uint8_t bytes) {
      memory_.track(word, kWholeWord, content_[word]);
      const std::uint64_t value = 0x0101010101010101u * its_own(event_);
      memory_.write(word, bytes, value, {t.clock, t.now()}, {},
                    [&](auto holds) { return order.for_all(holds); });
      content_[word] = (content_[word] & ~bits_of(bytes)) | (value & bits_of(bytes));
    });
  }
  void operator()(const Finding&) {}

  void set_event(std::size_t event) { event_ = event; }
  std::map<Address, std::uint8_t> take() { return std::exchange(read_, {}); }
  const AdversarialMemory::Counts& counts() const { return memory_.counts(); }

 private:
  AdversarialMemory memory_;
  Random random_;
  std::map<Address, std::uint64_t> content_;
  std::map<Address, std::uint8_t> read_;
  std::size_t event_ = 0;
};

TEST(AdversarialMemory, EveryValueReturnedIsLegal) {
  std::uint64_t stale = 0;
  for (int heuristic = 0; heuristic < kHeuristics; ++heuristic)
    check_on_random_traces(stale_shapes(), [&](std::span<const Event> events) -> Verdict {
      const oracle::Execution x(events);
      const oracle::Order order = oracle::precise_order(x);
      Verdict verdict;
      Heap heap(cached_pages());
      Machine machine(heap, {static_cast<Heuristic>(heuristic), 4, (events.size() & 1) != 0},
                      events.size());
      Following<Machine> follower(heap, machine);
      feed(heap, follower, events, [&](std::size_t i) {
        machine.set_event(i + 1);
        for (const auto& [byte, value] : machine.take())
          if (!legal_values(x, order, i, byte, its_own).contains(value))
            verdict = "event " + std::to_string(i) + " reads " + std::to_string(value);
      });
      stale += machine.counts().stale;
      if (heuristic == 0 && machine.counts().stale != 0) verdict = "stale by the latest";
      return verdict;
    });
  EXPECT_TRUE(replaying_one_trace() || stale > 0);
}

}  // namespace
}  // namespace steward
