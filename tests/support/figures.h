// The figures of the five papers that are executions, as scripts. Cells, locks and threads carry
// the papers' names; sites are the papers' statement numbers or labels where they have any.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/script.h"

namespace steward::figures {

// O'Callahan and Choi, "Hybrid dynamic data race detection" (2003).

// A run of Figure 1 that does not crash: main is T1, the child T2. Cells globalFlag and
// childThread; sites: 1 globalFlag = 1, 2 childThread = new, 3 start, 4 if (globalFlag), 5 if
// (childThread != null), 6 interrupt, 7 childThread = null.
Script hybrid_figure_1();

// Figure 2, object recycling, thread A is T1 and B is T2; cell `big` is the object, `slot` the
// pool's memory. The paper leaves the pool's inside open, and what a detector can know depends on
// it:
Script
hybrid_figure_2_blocking_pool();     // removeOne waits for the pool to fill: its lock is a channel
Script hybrid_figure_2_free_list();  // removeOne finds the object there: only the lock is seen
Script
hybrid_figure_2_annotated_list();  // the same, recycle and removeOne marked as send and receive

// Figure 4: a counter under a lock hides a race on globalInt from happens-before. Cells globalInt
// and clock.
Script hybrid_figure_4();

// Elmas, Qadeer and Tasiran, "Goldilocks" (2010). Threads ti, tj, tk are T1, T2, T3.

struct GoldilocksFigure {
  Script script;
  // GLS(x) after each event: names of threads, locks and messages, sorted.
  std::vector<std::vector<std::string>> sets;
};
GoldilocksFigure goldilocks_figure_1a();  // direct transfer by lock Lx
GoldilocksFigure goldilocks_figure_1b();  // transitive transfer by o1 and o2
GoldilocksFigure goldilocks_figure_3();   // cells x (the Int's data), a, b; locks La, Lb

// Sen, "Race directed random testing" (2008). Sites are statement numbers.
Script racefuzzer_figure_1_thread1_first();  // y is 1 when thread2 looks: statement 10 runs
Script racefuzzer_figure_1_thread2_first();  // ERROR1 is reached
Script racefuzzer_figure_2_usual();          // 10 early, 8 late, between them the lock
Script racefuzzer_figure_2_rare();           // 8 before 10: ERROR is reached

// Flanagan and Freund, "Adversarial memory" (2010), Figure 7. Threads T0 and T1, lock m, cell x.
struct ClockFigure {
  using Clock = std::vector<std::uint32_t>;  // entries of T0 and T1
  struct State {
    Clock c0, c1, lm;
  };
  Script script;
  // The figure begins in mid-execution: this many events bring the clocks to where it does.
  std::size_t prelude = 0;
  // Clocks of both threads and the lock before the figure's first event and after each one.
  std::vector<State> states;
  // Positions in the script.
  std::size_t write_13 = 0, write_42 = 0, first_read = 0, second_read = 0;
};
ClockFigure jumble_figure_7();

// Wood et al., "Low-level detection of language-level data races with LARD" (2014), the examples of
// §3.1 to §3.5 as a low-level detector sees them without and with the interface. `races` are the
// cells that race in the source language.
struct LardExample {
  Script naive;
  Script aware;
  std::vector<std::string> naive_races;
  std::vector<std::string> races;
};
LardExample lard_memory_access();           // 3.1: the collector reads what a thread writes
LardExample lard_synchronization();         // 3.2: stopping the world hides a race
LardExample lard_memory_allocation();       // 3.3: two objects in the same memory
LardExample lard_memory_movement();         // 3.4: an object moves between two accesses
LardExample lard_threads_on_one_carrier();  // 3.5: two language threads, one kernel thread
LardExample lard_thread_on_two_carriers();  // 3.5: one language thread, two kernel threads

}  // namespace steward::figures
