// A ray tracer whose threads each render a half of the picture, over a scene with a grid of cells
// that tells which spheres a ray may meet. The scene is meant to be read only, but it has a cache
// and a table that are filled on the way.
//
// truth: bug cached: the last brightness and the rays it is for: two fields that threads write
// without a lock, so that one finds its own rays there with the brightness of another's
// truth: benign table: squares of brightness, filled when first used; everybody writes the same
// truth: benign table_ready: whether the table is filled; to fill it twice does no harm
// truth: benign rays: a count of rays, for the log; some are not counted
// small: 24
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 2;
constexpr int kSpheres = 32;
constexpr int kCells = 8;  // along each side of the picture
constexpr int kMostSide = 512;
constexpr int kTable = 256;

struct Sphere {
  double x, y, z, radius;
};

struct Scene {
  Sphere spheres[kSpheres];
  int in_cell[kCells][kCells][kSpheres];
  int count_in_cell[kCells][kCells];
};

// Rays so near to each other that one answer will do for all.
struct Cached {
  int rays = -1;
  double brightness = 0;
};

int side = 320;
Scene scene;
Cached cached;
double table[kTable];
bool table_ready;
long rays;
unsigned char picture[kMostSide][kMostSide];

bool touches(const Sphere& sphere, int row, int column) {
  const double y = (row + 0.5) / kCells, x = (column + 0.5) / kCells;
  return std::hypot(sphere.x - x, sphere.y - y) < sphere.radius + 0.75 / kCells;
}

void build_scene() {
  unsigned state = 11;
  const auto next = [&] {
    state = state * 1103515245 + 12345;
    return (state >> 16) % 1000 * 1e-3;
  };
  for (Sphere& sphere : scene.spheres) sphere = {next(), next(), 1 + next(), 0.05 + 0.1 * next()};
  for (int row = 0; row < kCells; ++row) {
    for (int column = 0; column < kCells; ++column) {
      int count = 0;
      for (int i = 0; i < kSpheres; ++i)
        if (touches(scene.spheres[i], row, column)) scene.in_cell[row][column][count++] = i;
      scene.count_in_cell[row][column] = count;
    }
  }
}

// How deep behind the picture the ray at (x, y) meets the sphere; negative: it does not.
double depth_at(const Sphere& sphere, double x, double y) {
  const double dx = x - sphere.x, dy = y - sphere.y;
  const double rest = sphere.radius * sphere.radius - dx * dx - dy * dy;
  return rest < 0 ? -1 : sphere.z - std::sqrt(rest);
}

double brightness(double depth) {
  if (!table_ready) {                                                   // [table_ready]
    for (int i = 0; i < kTable; ++i) table[i] = 1 - (i * i) / 65536.0;  // [table]
    table_ready = true;                                                 // [table_ready]
  }
  const int index = static_cast<int>(depth * kTable / 2) % kTable;
  return table[index];  // [table]
}

// What a ray hits first. The cells leave out most spheres.
double trace(double x, double y) {
  ++rays;  // [rays]
  const int row = static_cast<int>(y * kCells), column = static_cast<int>(x * kCells);
  double nearest = 1e9;
  for (int i = 0; i < scene.count_in_cell[row][column]; ++i) {
    const double depth = depth_at(scene.spheres[scene.in_cell[row][column][i]], x, y);
    if (depth >= 0 && depth < nearest) nearest = depth;
  }
  return nearest < 1e9 ? brightness(nearest) : 0;
}

// Two pixels beside each other look alike.
double pixel(int row, int column) {
  const int near = row * side + column / 2;
  if (cached.rays == near) return cached.brightness;  // [cached]
  const double seen = trace((column + 0.5) / side, (row + 0.5) / side);
  cached.rays = near;        // [cached]
  cached.brightness = seen;  // [cached]
  return seen;
}

void render(int first, int last) {
  for (int row = first; row < last; ++row) {
    for (int column = 0; column < side; ++column) {
      picture[row][column] = static_cast<unsigned char>(255 * pixel(row, column));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) side = std::atoi(argv[1]);
  build_scene();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back(render, side * thread / kThreads, side * (thread + 1) / kThreads);
  for (std::thread& thread : threads) thread.join();
  long sum = 0;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) sum += picture[row][column];
  std::printf("mtrt: %ld\n", sum);
}
