// told: race cells
// untold: race cells
// untold: race profile
// An interpreter counts how often it was at each of its instructions, without order: a few that are
// lost do no harm, and are no business of the program that it runs. What that program does is told,
// access by access, with the number of the instruction as its place.
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

struct Instruction {
  enum Kind { load, store, halt } kind;
  int cell;
};
const Instruction program[] = {{Instruction::load, 0}, {Instruction::store, 1}, {Instruction::halt, 0}};
int cells[2];
long profile[3];

void* place_of(const Instruction* at) { return const_cast<Instruction*>(at); }

void run() {
  const steward::lard::untracked_region here;
  int accumulator = 0;
  for (const Instruction* at = program;; ++at) {
    ++profile[at - program];
    switch (at->kind) {
      case Instruction::load:
        steward_read(&cells[at->cell], sizeof(int), place_of(at));
        accumulator = cells[at->cell];
        break;
      case Instruction::store:
        steward_write(&cells[at->cell], sizeof(int), place_of(at));
        cells[at->cell] = accumulator;
        break;
      case Instruction::halt: return;
    }
  }
}

int main() {
  std::thread first([] {
    run();
    end_step(1);
  });
  std::thread second([] {
    await_step(1);
    run();
  });
  first.join();
  second.join();
}
