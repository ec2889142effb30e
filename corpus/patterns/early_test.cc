// hunt: unsaved real
// fix: Make the flag a std::atomic<bool>; the second test, under the lock, stays.
// A test that is copied out of the critical section, to take no lock for nothing. What it sees may be old, but it
// is tested again under the lock, and who misses a change comes back.
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex document_mutex;
bool unsaved;
int saves;

void edit() {
  std::lock_guard<std::mutex> guard(document_mutex);
  unsaved = true;
}

void save_if_needed() {
  if (!unsaved) return;
  std::lock_guard<std::mutex> guard(document_mutex);
  if (!unsaved) return;
  unsaved = false;
  ++saves;
}

int main() {
  std::thread editor(edit);
  std::thread saver(save_if_needed);
  editor.join();
  saver.join();
  save_if_needed();
  std::printf("%d save\n", saves);
  return saves == 1 ? 0 : 1;
}
