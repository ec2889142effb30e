// expect: race heap
// realloc reads, and gives back, what another thread has written without any order.
#include <cstdlib>

#include "../litmus/litmus.h"

char *block, *moved;

int main() {
  block = static_cast<char*>(std::malloc(100));
  litmus::in_turn({{0, [] { block[3] = 1; }},
                   {1, [] { moved = static_cast<char*>(std::realloc(block, 5000)); }}});
  std::free(moved);
}
