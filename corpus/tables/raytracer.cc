// A ray tracer whose threads take rows from a counter. The scene does not change while they work,
// and every row of the picture has one writer; but all add to one checksum.
//
// truth: bug checksum: threads add to it without a lock, and additions are lost
// small: 16
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 4;
constexpr int kSpheres = 16;
constexpr int kMostSide = 512;

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

int side = 100;
Sphere scene[kSpheres];
unsigned char picture[kMostSide][kMostSide];

// Which rows are done already is nobody's business; which one is next is everybody's.
class Rows {
 public:
  int next() {
    const std::lock_guard lock(mutex_);
    return next_ < side ? next_++ : -1;
  }

 private:
  std::mutex mutex_;
  int next_ = 0;
};

Rows rows;
long checksum = 0;

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

void render_row(int row) {
  long sum = 0;
  for (int column = 0; column < side; ++column) {
    const double x = 2.0 * column / side - 1;
    const double y = 1 - 2.0 * row / side;
    const double brightness = trace({0, 0, -4}, unit(Vector{x, y, 2}), 2);
    picture[row][column] = static_cast<unsigned char>(255 * brightness);
    sum += picture[row][column];
  }
  checksum += sum;  // [checksum]
}

void work() {
  for (int row = rows.next(); row >= 0; row = rows.next()) render_row(row);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) side = std::atoi(argv[1]);
  build_scene();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  std::printf("raytracer: %ld\n", checksum);  // [checksum]
}
