// hunt: state harmful exit-code
// fix: Put a field of width zero between them, or make them whole objects.
// Neighbouring bit-fields: each thread has its own, but both lie in one memory location.
#include <cstdio>
#include <thread>

struct State {
  unsigned reader_done : 1;
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
