// hunt: none
// Reference count by hand, corrected: an atomic count, and the last owner sees what the others did.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> live_images;

struct Image {
  std::atomic<int> references{2};
  int width = 640;
  Image() { ++live_images; }
  ~Image() { --live_images; }
};

void release(Image* image) {
  if (image->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete image;
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
