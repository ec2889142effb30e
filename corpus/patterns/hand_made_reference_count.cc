// hunt: heap harmful exit-code
// fix: Make the count a std::atomic<int>, decremented with memory_order_acq_rel, or use std::shared_ptr.
// Reference count by hand: two owners let go at once, one decrement is lost, and nobody deletes the
// object.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> live_images;

struct Image {
  int references = 2;
  int width = 640;
  Image() { ++live_images; }
  ~Image() { --live_images; }
};

void release(Image* image) {
  if (--image->references == 0) delete image;
}

void show(Image* image) {
  if (image->width != 640) std::printf("wrong width\n");
  release(image);
}

int main() {
  Image* image = new Image;
  std::thread first(show, image);
  std::thread second(show, image);
  first.join();
  second.join();
  if (live_images != 0) {
    std::printf("leaked\n");
    return 1;
  }
  std::printf("all images deleted\n");
}
