// told: race total
// untold: race tasks
// A scheduler whose workers steal tasks from each other, by means that a detector does not
// understand. Without the calls a task races with itself, since its second half runs on another
// carrier; and two tasks that race are not seen where one carrier has run both.
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

struct Task {
  steward_thread* thread = nullptr;
  int halves_done = 0;
};
Task tasks[3];
int total;

// Of the program.
void run_half(Task& task) {
  ++task.halves_done;
  if (&task != &tasks[0]) ++total;  // by two tasks, without order
}

void carry(Task& task) {
  steward_thread* const worker = steward_thread_current();
  steward_thread_switch(task.thread);
  run_half(task);
  steward_thread_switch(worker);
}

int main() {
  for (Task& task : tasks) task.thread = steward_thread_create("task");
  std::thread worker([] {
    carry(tasks[0]);
    carry(tasks[1]);
    carry(tasks[2]);  // races with the one before: seen only by who knows that they are two
    end_step(1);
  });
  std::thread thief([] {
    await_step(1);
    carry(tasks[0]);  // does not race with itself
  });
  worker.join();
  thief.join();
  for (Task& task : tasks) steward_thread_join(task.thread);
}
