// told: race total
// untold: none
// Tasks that run to their end on the stack of a worker (here there is one, main), one behind the
// other, and, while one waits for another, one below the other. Their variables lie where those of
// others were, and are other ones; `total` is the same for all, and nothing orders it.
#include <deque>
#include <steward/lard.h>

struct Task {
  int depth;
  int* result;
  steward_thread* thread = nullptr;
};
std::deque<Task*> tasks;
int total;

// The scheduler.
void spawn(Task& task) {
  const steward::lard::untracked_region here;
  task.thread = steward_thread_create("task");
  tasks.push_back(&task);
}
void run_all(void (*run)(Task&)) {
  const steward::lard::untracked_region here;
  while (!tasks.empty()) {
    Task& task = *tasks.front();
    tasks.pop_front();
    const steward::lard::carrying now(task.thread);
    run(task);
  }
}
void wait_for(Task& task, void (*run)(Task&)) {
  run_all(run);  // instead of doing nothing
  const steward::lard::untracked_region here;
  steward_thread_join(task.thread);
}

__attribute__((noinline)) void note(int* variables) {
  for (int i = 0; i < 8; ++i) variables[i] += i;
}

void run(Task& task) {
  int depth, *result;
  {
    const steward::lard::untracked_region here;  // the task is the scheduler's
    depth = task.depth;
    result = task.result;
  }
  int own[8] = {}, parts[2] = {};
  note(own);
  if (depth == 0) {
    *result = own[7];
    ++total;
    return;
  }
  Task left{depth - 1, &parts[0]}, right{depth - 1, &parts[1]};
  spawn(left);
  spawn(right);
  wait_for(left, run);
  wait_for(right, run);
  note(own);
  *result = parts[0] + parts[1];
}

int main() {
  int result = 0;
  Task root{3, &result};
  spawn(root);
  wait_for(root, run);
  return result == 0;
}
