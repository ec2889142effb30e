// A ray tracer whose threads take rows from a counter. The scene does not change while they work,
// and every row of the picture has one writer: reads of what all share, over and over.
//
// Arguments: threads, rows and columns of the picture.
//
// sizes: full 2400, short 500, quick 160, tiny 12
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kSpheres = 16;

struct Vector {
  double x, y, z;
};
Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector operator*(double s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector unit(const Vector& a) { return (1 / std::sqrt(dot(a, a))) * a; }

struct Sphere {
  Vector centre;
  double radius;
  double shine;
};

using Row = std::vector<unsigned char>;

int side = 2400;
Sphere scene[kSpheres];
std::vector<Row> picture;

class Rows {
 public:
  int next() {
    const std::lock_guard lock(mutex_);
    return next_ < side ? next_++ : -1;  // here
  }

 private:
  std::mutex mutex_;
  int next_ = 0;
};

Rows rows;

void build_scene() {
  for (int i = 0; i < kSpheres; ++i) {
    scene[i].centre = {(i % 4) * 2.0 - 3.0, (i / 4) * 2.0 - 3.0, 8.0 + i % 3};
    scene[i].radius = 0.7 + 0.05 * (i % 5);
    scene[i].shine = 0.3 + 0.1 * (i % 4);
  }
}

// How far along the ray the sphere is hit; negative: not at all.
double distance_to(const Sphere& sphere, const Vector& from, const Vector& direction) {
  const Vector offset = from - sphere.centre;
  const double half = dot(offset, direction);
  const double rest = half * half - dot(offset, offset) + sphere.radius * sphere.radius;
  return rest < 0 ? -1 : -half - std::sqrt(rest);
}

double trace(const Vector& from, const Vector& direction, int depth) {
  const Sphere* hit = nullptr;
  double nearest = 1e9;
  for (const Sphere& sphere : scene) {
    const double distance = distance_to(sphere, from, direction);
    if (distance <= 1e-6 || distance >= nearest) continue;
    nearest = distance;
    hit = &sphere;
  }
  if (hit == nullptr) return 0.1;
  const Vector point = from + nearest * direction;
  const Vector normal = unit(point - hit->centre);
  const Vector light = unit(Vector{-1, 2, -3});
  double brightness = std::fmax(0.1, dot(normal, light));
  if (depth > 0) {
    const Vector mirrored = direction - (2 * dot(direction, normal)) * normal;
    brightness += hit->shine * trace(point, mirrored, depth - 1);
  }
  return std::fmin(brightness, 1);
}

Row rendered(int row) {
  Row pixels(static_cast<std::size_t>(side));
  for (int column = 0; column < side; ++column) {
    const double x = 2.0 * column / side - 1;
    const double y = 1 - 2.0 * row / side;
    const double brightness = trace({0, 0, -4}, unit(Vector{x, y, 2}), 2);
    pixels[static_cast<std::size_t>(column)] = static_cast<unsigned char>(255 * brightness);
  }
  return pixels;
}

void work() {
  for (int row = rows.next(); row >= 0; row = rows.next())
    picture[static_cast<std::size_t>(row)] = rendered(row);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  if (argc > 2) side = std::atoi(argv[2]);
  picture.resize(static_cast<std::size_t>(side));
  build_scene();
  std::vector<std::thread> team;
  for (int i = 0; i < threads; ++i) team.emplace_back(work);
  for (std::thread& thread : team) thread.join();
  unsigned long checksum = 0;
  for (const Row& row : picture)
    for (const unsigned char pixel : row) checksum = checksum * 31 + pixel;
  std::printf("raytracer: %016lx\n", checksum);
  // Rows here and there once more, by one thread.
  for (int row = 0; row < side; row += side / 4)
    if (picture[static_cast<std::size_t>(row)] != rendered(row)) return 1;
}
