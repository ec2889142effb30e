// hunt: none
// Neighbouring bit-fields, corrected: a field of width zero puts them into memory locations of their own.
#include <cstdio>
#include <thread>

struct State {
  unsigned reader_done : 1;
  unsigned : 0;
  unsigned writer_done : 1;
};

State state;

int main() {
  std::thread reader([] { state.reader_done = 1; });
  std::thread writer([] { state.writer_done = 1; });
  reader.join();
  writer.join();
  if (!state.reader_done || !state.writer_done) {
    std::printf("one mark is lost\n");
    return 1;
  }
  std::printf("both done\n");
}
