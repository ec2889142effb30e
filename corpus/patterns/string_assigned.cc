// hunt: title[abi:cxx11] harmful crash|abort|exception|exit-code
// hunt: heap harmful crash|abort|exception|exit-code
// fix: Guard the string with a mutex, and copy it under the lock.
// std::string shared and assigned: a copy is made of its pointer and its length while another thread
// changes both.
#include <cstdio>
#include <string>
#include <thread>

std::string title = "a title that is too long for the object itself";
const std::string other = "another title, and this one is a good deal longer than the first one was";

void retitle() { title = other; }

int main() {
  const std::string before = title;
  std::thread retitler(retitle);
  std::string copy;
  for (char letter : title) copy.push_back(letter);
  retitler.join();
  if (copy != before && copy != other) {
    std::printf("neither the old title nor the new one\n");
    return 1;
  }
  std::printf("copied\n");
}
