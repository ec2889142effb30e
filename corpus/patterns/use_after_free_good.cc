// hunt: none
// Use after free, corrected: the job lives until the worker has ended.
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
  worker.join();
  delete job;
  std::printf("done\n");
}
