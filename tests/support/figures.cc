#include "support/figures.h"

namespace steward::figures {

Script hybrid_figure_1() {
  return Script(R"(
    T1: w globalFlag @1
        w childThread @2
        r childThread @3
        fork T2 @3
    T2: start
        r globalFlag @4
    T1: lock main
        r childThread @5
        r childThread @6
        unlock main
    T2: w childThread @7
        end
  )");
}

Script hybrid_figure_2_blocking_pool() {
  return Script(R"(
    T2: lock pool; wait filled pool; unlock pool
    T1: w big
        lock pool; w slot; signal filled; unlock pool
    T2: wake filled; lock pool; r slot; unlock pool
        w big
        lock pool; w slot; signal filled; unlock pool
  )");
}

Script hybrid_figure_2_free_list() {
  return Script(R"(
    T1: w big
        lock pool; w slot; unlock pool
    T2: lock pool; r slot; unlock pool
        w big
        lock pool; w slot; unlock pool
  )");
}

Script hybrid_figure_2_annotated_list() {
  return Script(R"(
    T1: w big
        send big
        lock pool; w slot; unlock pool
    T2: lock pool; r slot; unlock pool
        recv big
        w big
        send big
        lock pool; w slot; unlock pool
  )");
}

Script hybrid_figure_4() {
  return Script(R"(
    T1: w globalInt
        lock clockLock; r clock; w clock; unlock clockLock
    T2: lock clockLock; r clock; w clock; unlock clockLock
        r globalInt
  )");
}

GoldilocksFigure goldilocks_figure_1a() {
  return {Script("T1: lock Lx; w x; unlock Lx; T2: lock Lx; w x; unlock Lx"),
          {{}, {"T1"}, {"Lx", "T1"}, {"Lx", "T1", "T2"}, {"T2"}, {"Lx", "T2"}}};
}

GoldilocksFigure goldilocks_figure_1b() {
  return {Script("T1: w x; send o1; T3: recv o1; send o2; T2: recv o2; w x"),
          {{"T1"},
           {"T1", "o1"},
           {"T1", "T3", "o1"},
           {"T1", "T3", "o1", "o2"},
           {"T1", "T2", "T3", "o1", "o2"},
           {"T2"}}};
}

GoldilocksFigure goldilocks_figure_3() {
  Script script(R"(
    T1: alloc x                  // tmp1 = new Int
        w x                      // tmp1.data = 0
        lock La; w a; unlock La  // a = tmp1
    T2: lock La; r a; unlock La  // tmp2 = a
        lock Lb; w b; unlock Lb  // b = tmp2
    T3: lock Lb
        r b; w x                 // b.data = 2
        r b                      // tmp3 = b
        unlock Lb
        w x                      // tmp3.data = 3
  )");
  const std::vector<std::string> kFirst = {"T1"};
  const std::vector<std::string> kAfterLa = {"La", "T1"};
  const std::vector<std::string> kInT2 = {"La", "T1", "T2"};
  const std::vector<std::string> kAfterLb = {"La", "Lb", "T1", "T2"};
  const std::vector<std::string> kInT3 = {"La", "Lb", "T1", "T2", "T3"};
  return {std::move(script),
          {{},
           kFirst,
           kFirst,
           kFirst,
           kAfterLa,  //
           kInT2,
           kInT2,
           kInT2,
           kInT2,
           kInT2,
           kAfterLb,  //
           kInT3,
           kInT3,
           {"T3"},
           {"T3"},
           {"Lb", "T3"},
           {"T3"}}};
}

Script racefuzzer_figure_1_thread1_first() {
  return Script(R"(
    T1: w x @1; lock L @2; w y @3; unlock L @4; r z @5
    T2: w z @7; lock L @8; r y @9; r x @10; unlock L @14
  )");
}

Script racefuzzer_figure_1_thread2_first() {
  return Script(R"(
    T2: w z @7; lock L @8; r y @9; unlock L @14
    T1: w x @1; lock L @2; w y @3; unlock L @4; r z @5
  )");
}

Script racefuzzer_figure_2_usual() {
  return Script(R"(
    T2: w x @10; lock L @11; unlock L @13
    T1: lock L @1; unlock L @7; r x @8
  )");
}

Script racefuzzer_figure_2_rare() {
  return Script(R"(
    T1: lock L @1; unlock L @7; r x @8
    T2: w x @10; lock L @11; unlock L @13
  )");
}

ClockFigure jumble_figure_7() {
  // A release moves a thread's own entry on, so three and six of them lead from 1 to 4 and 7.
  Script script(R"(
    T0: lock p; unlock p; lock p; unlock p; lock p; unlock p
    T1: lock q; unlock q; lock q; unlock q; lock q; unlock q
        lock q; unlock q; lock q; unlock q; lock q; unlock q
    T0: lock m; w x; w x; unlock m
    T1: r x; lock m; r x
  )");
  return {.script = std::move(script),
          .prelude = 18,
          .states = {{{4, 0}, {0, 7}, {0, 0}},
                     {{4, 0}, {0, 7}, {0, 0}},
                     {{4, 0}, {0, 7}, {0, 0}},
                     {{4, 0}, {0, 7}, {0, 0}},
                     {{5, 0}, {0, 7}, {4, 0}},
                     {{5, 0}, {0, 7}, {4, 0}},
                     {{5, 0}, {4, 7}, {4, 0}},
                     {{5, 0}, {4, 7}, {4, 0}}},
          .write_13 = 19,
          .write_42 = 20,
          .first_read = 22,
          .second_read = 24};
}

// T9 is the collector in all of these.

LardExample lard_memory_access() {
  return {Script("T9: r o.x; T1: w o.x"),
          Script("T9: untracked both; r o.x; tracked both; T1: w o.x"),
          {"o.x"},
          {}};
}

LardExample lard_synchronization() {
  return {Script("T1: r n; w n; send stop; T9: recv stop; send go; T2: recv go; r n; w n"),
          Script("T1: r n; w n; untracked sync; send stop; tracked sync "
                 "\n T9: untracked both; recv stop; send go; tracked both "
                 "\n T2: untracked sync; recv go; tracked sync; r n; w n"),
          {},
          {"n"}};
}

LardExample lard_memory_allocation() {
  return {
      Script("T1: w R.x; T2: w R.x"), Script("T1: w R.x; T9: clear R.x; T2: w R.x"), {"R.x"}, {}};
}

LardExample lard_memory_movement() {
  const char* const kNaive = "T1: r old.n; w old.n; T2: r new.n; w new.n";
  return {Script(kNaive),
          Script("T1: r old.n; w old.n; T9: copy old.n new.n; clear old.n; T2: r new.n; w new.n"),
          {},
          {"new.n"}};
}

// Language threads are T5 and T6, kernel threads T1 and T2.

LardExample lard_threads_on_one_carrier() {
  return {Script("T1: w x; w x"), Script("T1: switch T5; w x; switch T6; w x"), {}, {"x"}};
}

LardExample lard_thread_on_two_carriers() {
  return {Script("T1: w x; T2: w x"),
          Script("T1: switch T5; w x; switch T1; T2: switch T5; w x"),
          {"x"},
          {}};
}

}  // namespace steward::figures
