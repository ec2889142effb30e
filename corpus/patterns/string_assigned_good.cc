// hunt: none
// std::string, corrected: assigned and copied under one mutex.
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

std::string title = "a title that is too long for the object itself";
const std::string other = "another title, and this one is a good deal longer than the first one was";

std::mutex title_mutex;

void retitle() {
  std::lock_guard<std::mutex> guard(title_mutex);
  title = other;
}

int main() {
  const std::string before = title;
  std::thread retitler(retitle);
  std::string copy;
  title_mutex.lock();
  for (char letter : title) copy.push_back(letter);
  title_mutex.unlock();
  retitler.join();
  if (copy != before && copy != other) {
    std::printf("neither the old title nor the new one\n");
    return 1;
  }
  std::printf("copied\n");
}
