// hunt: none
// A test before the lock, corrected: the flag is atomic, and is tested again under the lock.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex document_mutex;
std::atomic<bool> unsaved;
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
