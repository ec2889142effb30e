// hunt: none
// Finalizer: the last owner destroys the object, whichever thread that is, without a lock. There is no other
// reference any more, and the atomic count orders what the others did before.
#include <cstdio>
#include <memory>
#include <thread>

struct Document {
  int words[2] = {0, 0};
  int* total;
  explicit Document(int* where) : total(where) {}
  ~Document() { *total = words[0] + words[1]; }
};

int main() {
  int total = 0;
  std::shared_ptr<Document> document = std::make_shared<Document>(&total);
  std::thread first([mine = document]() mutable {
    mine->words[0] = 3;
    mine.reset();
  });
  std::thread second([mine = document]() mutable {
    mine->words[1] = 4;
    mine.reset();
  });
  document.reset();
  first.join();
  second.join();
  std::printf("%d\n", total);
  return total == 7 ? 0 : 1;
}
