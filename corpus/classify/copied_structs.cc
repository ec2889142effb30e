// location: assigned.second destructive
// location: copied.second destructive
// flags: -pthread
// Members of a struct that is copied whole, by an assignment and by memcpy: the copy has a member
// as it was before, though another member of it is new.
#include <cstdlib>
#include <cstring>
#include <thread>

struct Record {
  long first, second, third, fourth, fifth;
};
static Record assigned, copied;

int main() {
  std::thread writer([] {
    const Record made = {1, 1, 1, 1, 1};
    assigned = made;
    std::memcpy(&copied, &made, sizeof copied);
  });
  std::thread reader([] {
    for (int i = 0; i < 4; ++i) {
      Record seen = assigned;
      if (seen.first == 1 && seen.second == 0) std::abort();
      std::memcpy(&seen, &copied, sizeof seen);
      if (seen.first == 1 && seen.second == 0) std::abort();
    }
  });
  writer.join();
  reader.join();
}
