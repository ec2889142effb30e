// expect: none
// Neighbours in the same word, at the ends of an access across two, and behind a copy.
#include <cstring>
#include <sys/mman.h>

#include "../litmus/litmus.h"

struct {
  int a : 4;
  int : 0;
  int b : 4;
} fields;
struct [[gnu::packed]] Odd {
  char before;
  long value;
  char after;
};
alignas(64) char area[128];
char from[100], to[100];
volatile std::size_t size = 99;

void map_and_unmap() {
  for (int i = 0; i < 50; ++i) {
    void* block = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    static_cast<char*>(block)[5000] = 1;
    block = mremap(block, 8192, 65536, MREMAP_MAYMOVE);
    static_cast<char*>(block)[60000] = 2;
    munmap(block, 65536);
  }
}

int main() {
  litmus::in_turn({{0, [] { fields.a = 1; }}, {1, [] { fields.b = 1; }}});
  litmus::in_turn({{0, [] { reinterpret_cast<Odd*>(area + 4)->value = 1; }},
                   {1, [] { area[4] = area[13] = 1; }}});
  litmus::in_turn({{0, [] { std::memcpy(to, from, size); }}, {1, [] { from[99] = to[99] = 1; }}});
  litmus::at_once(map_and_unmap, map_and_unmap);
}
