// hunt: heap harmful abort|crash
// fix: Join the worker before the job is deleted, or let the worker own it.
// Use after free across threads: the job is deleted by who made it while the worker still reads it.
#include <cassert>
#include <cstdio>
#include <thread>

struct Job {
  long id;
  long priority;
};

void run(Job* job) {
  assert(job->id == 7);
  assert(job->priority == 1);
}

int main() {
  Job* job = new Job{7, 1};
  std::thread worker(run, job);
  delete job;
  worker.join();
  std::printf("done\n");
}
