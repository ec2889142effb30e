// expect: race area
// expect: race text
// Accesses meet on some of their bytes only: the end of one across two words, the zero that ends a
// string.
#include <cstring>

#include "../litmus/litmus.h"

struct [[gnu::packed]] Odd {
  char before;
  long value;
};
alignas(64) char area[128];
char text[20] = "hello";
volatile std::size_t seen;

int main() {
  litmus::in_turn({{0, [] { reinterpret_cast<Odd*>(area + 4)->value = 1; }},
                   {1, [] { seen = static_cast<std::size_t>(area[12]); }}});
  litmus::in_turn({{0, [] { seen = std::strlen(text); }}, {1, [] { text[5] = '!'; }}});
}
