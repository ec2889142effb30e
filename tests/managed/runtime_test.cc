// The run-time system as its programs see it, with a collection at every object that is created.
#include <atomic>
#include <gtest/gtest.h>

#include "managed/program.h"

namespace managed {
namespace {

struct Counter : Object {
  static const Class klass;
  Field<std::uint64_t> value;
  Field<std::uint64_t> turn;
  Volatile<std::uint32_t> flag;
};
const Class Counter::klass = describe<Counter>("Counter");

std::atomic<std::uint64_t> observed = 0;  // by the threads of a test

class ManagedRuntime : public testing::TestWithParam<CollectorKind> {
 protected:
  void SetUp() override { observed = 0; }
  static Options options(unsigned carriers = 3) {
    return {.collector = GetParam(),
            .heap_bytes = std::size_t{1} << 20,
            .carriers = carriers,
            .collect_every = 1,
            .verify = true};
  }
};

constexpr unsigned kThreads = 24;

void by_many(Thread& me, Body body, const Local<Counter>& counter) {
  Thread* started[kThreads];
  for (Thread*& one : started) one = me.runtime.spawn(me, "one", body, object(counter));
  for (Thread* const one : started) me.runtime.join(me, one);
}

void count(Thread& me, const Local<Object>& argument) {
  const Local<Counter> counter(me, as<Counter>(argument));
  for (int i = 0; i < 20; ++i) {
    const Synchronized alone(me, counter);
    const Synchronized once_more(me, counter);
    const std::uint64_t before = counter.get(&Counter::value);
    const Local<Counter> garbage(me, create<Counter>(me));
    me.runtime.poll(me);
    counter.set(&Counter::value, before + 1);
  }
}

TEST_P(ManagedRuntime, MonitorsKeepThreadsApartWhileObjectsMove) {
  for (const unsigned carriers : {1U, 3U}) {
    Runtime runtime(options(carriers));
    runtime.run([](Thread& me, const Local<Object>&) {
      const Local<Counter> counter(me, create<Counter>(me));
      by_many(me, count, counter);
      observed = counter.get(&Counter::value);
    });
    EXPECT_EQ(observed, kThreads * 20U);
    EXPECT_GE(runtime.collections(), kThreads * 20U);
  }
}

// One after the other: whoever's turn it is not, waits, and gives the monitor up for that.
void in_turn(Thread& me, const Local<Object>& argument) {
  const Local<Counter> counter(me, as<Counter>(argument));
  const Synchronized alone(me, counter);
  const Synchronized once_more(me, counter);
  const std::uint64_t mine = counter.get(&Counter::value);
  counter.set(&Counter::value, mine + 1);
  while (counter.get(&Counter::turn) != kThreads - 1 - mine) {
    const Local<Counter> garbage(me, create<Counter>(me));
    me.runtime.wait(me, object(counter));
  }
  counter.set(&Counter::turn, counter.get(&Counter::turn) + 1);
  me.runtime.notify_all(object(counter));
}

TEST_P(ManagedRuntime, ThreadsWaitUntilTheyAreNotified) {
  Runtime runtime(options());
  runtime.run([](Thread& me, const Local<Object>&) {
    const Local<Counter> counter(me, create<Counter>(me));
    by_many(me, in_turn, counter);
    observed = counter.get(&Counter::turn);
  });
  EXPECT_EQ(observed, kThreads);
}

// A thread that waits for a volatile field lets others run, also if there is one carrier.
void raise_flag(Thread& me, const Local<Object>& argument) {
  const Local<Counter> counter(me, as<Counter>(argument));
  counter.set(&Counter::value, 42);
  store(me, counter, &Counter::flag, 1U);
}

TEST_P(ManagedRuntime, WhatIsWrittenToAVolatileFieldIsRead) {
  for (const unsigned carriers : {1U, 3U}) {
    Runtime runtime(options(carriers));
    runtime.run([](Thread& me, const Local<Object>&) {
      const Local<Counter> counter(me, create<Counter>(me));
      Thread* const other = me.runtime.spawn(me, "other", raise_flag, object(counter));
      while (load(me, counter, &Counter::flag) == 0) {
        const Local<Counter> garbage(me, create<Counter>(me));
        me.runtime.poll(me);
      }
      observed = counter.get(&Counter::value);
      me.runtime.join(me, other);
    });
    EXPECT_EQ(observed, 42U);
  }
}

struct Mortal : Object {
  static const Class klass;
  Field<Counter*> value;
};
void last_words(Thread& me, const Local<Object>& dying) {
  const Local<Mortal> mortal(me, as<Mortal>(dying));
  const Local<Counter> value(me, mortal.get(&Mortal::value));
  const Local<Counter> garbage(me, create<Counter>(me));
  observed += value.get(&Counter::value);
}
Class mortal() {
  Class klass = describe<Mortal>("Mortal", &Mortal::value);
  klass.finalize = last_words;
  return klass;
}
const Class Mortal::klass = mortal();

TEST_P(ManagedRuntime, FinalizersRunOnceAndFindWhatTheirObjectsReferTo) {
  Runtime runtime(options());
  runtime.run([](Thread& me, const Local<Object>&) {
    const Local<Mortal> lives(me, create<Mortal>(me));
    const auto give = [&](const Local<Mortal>& to, std::uint64_t value) {
      const Local<Counter> counter(me, create<Counter>(me));
      counter.set(&Counter::value, value);
      to.set(&Mortal::value, counter.raw());
    };
    give(lives, 1000000);
    for (int i = 0; i < 30; ++i) {
      const Local<Mortal> dies(me, create<Mortal>(me));
      give(dies, 100);
    }
    while (observed < 3000) {
      me.runtime.collect();
      for (int i = 0; i < 1000; ++i) me.runtime.poll(me);
    }
    me.runtime.collect();
  });
  EXPECT_EQ(observed, 3000U);
}

TEST_P(ManagedRuntime, AnIndexOutOfBoundsEndsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    Runtime runtime(options());
    runtime.run([](Thread& me, const Local<Object>&) {
      const Local<Array<int>> array(me, create_array<int>(me, 3));
      array.put(3, 1);
    });
  };
  EXPECT_DEATH(run(), "out of bounds");
}

INSTANTIATE_TEST_SUITE_P(Managed, ManagedRuntime,
                         testing::Values(CollectorKind::semispace, CollectorKind::mark_sweep),
                         [](const auto& kind) {
                           return kind.param == CollectorKind::semispace ? "Semispace"
                                                                         : "MarkSweep";
                         });

}  // namespace
}  // namespace managed
