// expect: race fields
// expect: race row
// Compilers take variables apart that only this file can see; they are named as in the source.
#include <thread>

static struct {
  int first;
  long unused[4];
  int last;
} fields;
static int row[3];

void count() {
  ++fields.first;
  ++fields.last;
  ++row[1];
}

int main() {
  std::thread one(count);
  std::thread other(count);
  one.join();
  other.join();
  return fields.first + fields.last + row[1] == 0;
}
