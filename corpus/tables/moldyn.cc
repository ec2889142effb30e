// Molecular dynamics: particles in a box that attract and repel each other. In each step threads
// move their own particles, then add up forces for a share of all pairs, each in an array of its
// own, then sum these up; between the parts they meet at a barrier.
//
// truth: false position: its owner writes it, all read it after the barrier
// truth: false share: its thread writes it, the owners of the particles read it after the barrier
// truth: false barrier: main destroys it when the threads have ended
// truth: false energy: its thread writes it, the first one reads it after the barrier
// small: 3
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 4;
constexpr int kEdge = 5;
constexpr int kParticles = kEdge * kEdge * kEdge;
constexpr double kBox = kEdge * 1.2;
constexpr double kStep = 0.002;
constexpr int kAxes = 3;

double position[kParticles][kAxes];
double velocity[kParticles][kAxes];         // only its particle's thread uses it
double share[kThreads][kParticles][kAxes];  // of the forces, by who computed it
double energy[kThreads];
double total_energy;  // the first thread's
pthread_barrier_t barrier;

void place_particles() {
  unsigned state = 3;
  for (int i = 0; i < kParticles; ++i) {
    const int cell[kAxes] = {i % kEdge, i / kEdge % kEdge, i / (kEdge * kEdge)};
    for (int axis = 0; axis < kAxes; ++axis) {
      state = state * 1103515245 + 12345;
      position[i][axis] = 1.2 * cell[axis];  // [position]
      velocity[i][axis] = ((state >> 16) % 1000 - 499.5) * 1e-3;
    }
  }
}

// The shortest way through the walls of the box: what leaves on one side comes in on the other.
double shortest(double difference) {
  if (difference > kBox / 2) return difference - kBox;
  if (difference < -kBox / 2) return difference + kBox;
  return difference;
}

void attract(int thread, int a, int b) {
  double difference[kAxes];
  double square = 0;
  for (int axis = 0; axis < kAxes; ++axis) {
    difference[axis] = shortest(position[a][axis] - position[b][axis]);  // [position]
    square += difference[axis] * difference[axis];
  }
  if (square > 4 || square < 0.01) return;
  const double near = 1 / (square * square * square);
  const double strength = 48 * near * (near - 0.5) / square;
  for (int axis = 0; axis < kAxes; ++axis) {
    share[thread][a][axis] += strength * difference[axis];  // [share]
    share[thread][b][axis] -= strength * difference[axis];  // [share]
  }
  energy[thread] += 4 * near * (near - 1);  // [energy]
}

void compute_forces(int thread) {
  energy[thread] = 0;  // [energy]
  for (int i = 0; i < kParticles; ++i)
    for (int axis = 0; axis < kAxes; ++axis) share[thread][i][axis] = 0;  // [share]
  // Every kThreads-th particle, so that all have pairs of all lengths.
  for (int a = thread; a < kParticles; a += kThreads)
    for (int b = a + 1; b < kParticles; ++b) attract(thread, a, b);
}

void move(int first, int last) {
  for (int i = first; i < last; ++i) {
    for (int axis = 0; axis < kAxes; ++axis) {
      double place = position[i][axis] + kStep * velocity[i][axis];  // [position]
      if (place < 0) place += kBox;
      if (place >= kBox) place -= kBox;
      position[i][axis] = place;  // [position]
    }
  }
}

void push(int first, int last) {
  for (int i = first; i < last; ++i) {
    for (int axis = 0; axis < kAxes; ++axis) {
      double force = 0;
      for (int thread = 0; thread < kThreads; ++thread) force += share[thread][i][axis];  // [share]
      velocity[i][axis] += kStep * force;
    }
  }
}

void simulate(int thread, int steps) {
  const int first = kParticles * thread / kThreads;
  const int last = kParticles * (thread + 1) / kThreads;
  for (int step = 0; step < steps; ++step) {
    move(first, last);
    pthread_barrier_wait(&barrier);  // [barrier]
    compute_forces(thread);
    pthread_barrier_wait(&barrier);  // [barrier]
    push(first, last);
    if (thread != 0) continue;
    total_energy = 0;
    for (int other = 0; other < kThreads; ++other) total_energy += energy[other];  // [energy]
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 60;
  place_particles();
  pthread_barrier_init(&barrier, nullptr, kThreads);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(simulate, thread, steps);
  for (std::thread& thread : threads) thread.join();
  pthread_barrier_destroy(&barrier);  // [barrier]
  std::printf("moldyn: %.6f\n", total_energy);
}
