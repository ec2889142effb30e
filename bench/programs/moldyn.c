/* Molecular dynamics: particles in a box that attract and repel each other. In each step threads
 * move their own particles, then add up forces for a share of all pairs, each in an array of its
 * own, then sum these up; between the parts they meet at a barrier. */

/* Arguments: threads, steps. */
/* sizes: full 640, short 40, quick 8, tiny 2 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { edge = 8, particles = edge * edge * edge, axes = 3 };
static const double box = edge * 1.2, step = 0.002;

typedef double Triple[axes];

static int threads = 2, steps = 640;
static Triple position[particles];
static Triple velocity[particles];
static Triple* shares; /* of the forces: an array of particles for each thread */
static double* energies;
static double total_energy; /* the first thread's */
static pthread_barrier_t all;

static void place_particles(void) {
  unsigned state = 3;
  for (int i = 0; i < particles; ++i) {
    const int cell[axes] = {i % edge, i / edge % edge, i / (edge * edge)};
    for (int axis = 0; axis < axes; ++axis) {
      state = state * 1103515245 + 12345;
      position[i][axis] = 1.2 * cell[axis];
      velocity[i][axis] = ((state >> 16) % 1000 - 499.5) * 1e-3;
    }
  }
}

/* The shortest way through the walls of the box: what leaves on one side comes in on the other. */
static double shortest(double difference) {
  if (difference > box / 2) return difference - box;
  if (difference < -box / 2) return difference + box;
  return difference;
}

static void attract(Triple* share, double* energy, int a, int b) {
  double difference[axes], square = 0;
  for (int axis = 0; axis < axes; ++axis) {
    difference[axis] = shortest(position[a][axis] - position[b][axis]);
    square += difference[axis] * difference[axis];
  }
  if (square > 4 || square < 0.01) return;
  const double near = 1 / (square * square * square);
  const double strength = 48 * near * (near - 0.5) / square;
  for (int axis = 0; axis < axes; ++axis) {
    share[a][axis] += strength * difference[axis];
    share[b][axis] -= strength * difference[axis];
  }
  *energy += 4 * near * (near - 1);
}

static void compute_forces(long self) {
  Triple* const share = shares + self * particles;
  energies[self] = 0; /* here */
  for (int i = 0; i < particles; ++i)
    for (int axis = 0; axis < axes; ++axis) share[i][axis] = 0;
  /* Every so many particles, so that all have pairs of all lengths. */
  for (int a = (int)self; a < particles; a += threads)
    for (int b = a + 1; b < particles; ++b) attract(share, &energies[self], a, b);
}

static void move(int first, int last) {
  for (int i = first; i < last; ++i)
    for (int axis = 0; axis < axes; ++axis) {
      double place = position[i][axis] + step * velocity[i][axis];
      if (place < 0) place += box;
      if (place >= box) place -= box;
      position[i][axis] = place;
    }
}

static void push(int first, int last) {
  for (int i = first; i < last; ++i)
    for (int axis = 0; axis < axes; ++axis) {
      double force = 0;
      for (int thread = 0; thread < threads; ++thread)
        force += shares[thread * particles + i][axis];
      velocity[i][axis] += step * force;
    }
}

static void* simulate(void* argument) {
  const long self = (long)argument;
  const int first = (int)(particles * self / threads);
  const int last = (int)(particles * (self + 1) / threads);
  for (int i = 0; i < steps; ++i) {
    move(first, last);
    pthread_barrier_wait(&all);
    compute_forces(self);
    pthread_barrier_wait(&all);
    push(first, last);
    if (self != 0) continue;
    total_energy = 0;
    for (int other = 0; other < threads; ++other) total_energy += energies[other];
  }
  return NULL;
}

static double momentum(int axis) {
  double sum = 0;
  for (int i = 0; i < particles; ++i) sum += velocity[i][axis];
  return sum;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) steps = atoi(argv[2]);
  place_particles();
  const double before = momentum(0);
  shares = calloc((size_t)threads * particles, sizeof *shares);
  energies = calloc((size_t)threads, sizeof *energies);
  pthread_barrier_init(&all, NULL, (unsigned)threads);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, simulate, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  pthread_barrier_destroy(&all);
  printf("moldyn: %.4f\n", total_energy);
  free(team);
  free(energies);
  free(shares);
  /* Nothing pushes from outside. */
  return fabs(momentum(0) - before) < 1e-6 && isfinite(total_energy) ? 0 : 1;
}
