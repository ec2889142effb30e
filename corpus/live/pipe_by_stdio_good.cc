// expect: none
// flags: -pthread
// Data that is handed over by stdio on the ends of a pipe, flushed or by the end of the file.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>

int by_line, by_block, by_end;

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  std::thread writer([&] {
    FILE* const out = fdopen(ends[1], "w");
    by_line = 1;
    std::fputs("line\n", out);
    std::fflush(out);
    by_block = 1;
    std::fwrite("block", 1, 5, out);
    std::fflush(out);
    by_end = 1;
    std::fclose(out);
  });
  FILE* const in = fdopen(ends[0], "r");
  char text[8] = {};
  if (std::fgets(text, sizeof text, in) == nullptr || by_line != 1) std::abort();
  if (std::fread(text, 1, 5, in) != 5 || by_block != 1) std::abort();
  char* line = nullptr;
  std::size_t room = 0;
  if (getline(&line, &room, in) >= 0 || by_end != 1) std::abort();
  std::free(line);
  std::fclose(in);
  writer.join();
}
