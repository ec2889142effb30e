// A crawler over a web that is computed, not fetched: workers take tasks from a queue, look at a
// page, and put the pages it links to into the queue. Main looks on, collects what has been found
// and finally cancels what may still be at work.
//
// truth: bug worker: who works on a task: set to null by the worker when it is done, while cancel
// looks at it and then uses it, as in Figure 1 of the paper
// truth: benign pages_seen: a count that main prints as progress; some pages are not counted
// truth: false result: the worker's until it has said under the lock that the task is done, then
// main's, who looks for that again and again; no wait marks the lock as a channel
// truth: false page: written before the task is put into the queue. The queue's lock is a channel,
// which a detector in one phase knows only after the first wait
// truth: false changed: main destroys the queue's condition at exit, when the workers have ended
// apart: worker.take worker.cancel: main cancels when all tasks are done, which is said under the
// lock after the worker took the task
// fails: worker
// small: 24
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kWorkers = 4;
constexpr int kMostPages = 4096;
constexpr int kLinks = 4;
constexpr int kWords = 64;

unsigned web_size = kMostPages;

// What stands on a page, and where its links lead.
unsigned word_of(int page, int index) {
  unsigned state = static_cast<unsigned>(page * kWords + index) * 2654435761u;
  state ^= state >> 15;
  state *= 2246822519u;
  return state ^ state >> 13;
}
int link_of(int page, int index) {
  return static_cast<int>(word_of(page, kWords + index) % web_size);
}

class Worker;

struct Task {
  int page;
  Worker* worker;
  long result;
};

// Blocks who takes while there is nothing, so its lock is a channel: a task goes from hand to hand.
class Queue {  // [changed]
 public:
  void put(Task* task) {
    const std::lock_guard lock(mutex_);
    waiting_[end_++] = task;
    changed_.notify_one();  // [changed]
  }
  // Null if there is nothing more to come.
  Task* take() {
    std::unique_lock lock(mutex_);
    while (begin_ == end_ && !closed_) changed_.wait(lock);  // [changed]
    return begin_ < end_ ? waiting_[begin_++] : nullptr;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();  // [changed]
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Task* waiting_[kMostPages];
  int begin_ = 0;
  int end_ = 0;
  bool closed_ = false;
};

// Which pages have a task, and which tasks are done.
class Progress {
 public:
  // Whether this is the first to ask for the page.
  bool claim(int page, int limit) {
    const std::lock_guard lock(mutex_);
    if (claimed_[page] || count_ >= limit) return false;
    ++count_;
    return claimed_[page] = true;
  }
  void finish(int page) {
    const std::lock_guard lock(mutex_);
    done_[page] = true;
    ++done_count_;
  }
  bool is_done(int page) {
    const std::lock_guard lock(mutex_);
    return done_[page];
  }
  bool all_done() {
    const std::lock_guard lock(mutex_);
    return done_count_ == count_;
  }

 private:
  std::mutex mutex_;
  bool claimed_[kMostPages] = {};
  bool done_[kMostPages] = {};
  int count_ = 0;
  int done_count_ = 0;
};

int page_limit = 2000;
Task tasks[kMostPages];
Queue queue;
Progress progress;
long pages_seen;

class Worker {
 public:
  void run() {
    while (Task* task = queue.take()) {
      task->worker = this;  // [worker.take]
      crawl(*task);
      progress.finish(task->page);  // [page]
      task->worker = nullptr;       // [worker.leave]
    }
  }
  void interrupt() {
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
  }

 private:
  void crawl(Task& task) {
    long sum = 0;
    for (int i = 0; i < kWords; ++i) sum += word_of(task.page, i) % 1000;  // [page]
    for (int i = 0; i < kLinks; ++i) follow(link_of(task.page, i));        // [page]
    ++pages_seen;                                                          // [pages_seen]
    task.result = sum;                                                     // [result]
  }
  void follow(int page) {
    if (!progress.claim(page, page_limit)) return;
    tasks[page].page = page;  // [page]
    queue.put(&tasks[page]);
  }

  std::mutex mutex_;
  bool interrupted_ = false;
};

Worker workers[kWorkers];

void work(int worker) { workers[worker].run(); }

void cancel(Task& task) {
  if (task.worker != nullptr) task.worker->interrupt();  // [worker.cancel]
}

// Adds up what is done, as it is done.
long collect() {
  static bool collected[kMostPages];
  long total = 0;
  for (bool more = true; more;) {
    more = !progress.all_done();
    for (int page = 0; page < static_cast<int>(web_size); ++page) {
      if (collected[page] || !progress.is_done(page)) continue;
      collected[page] = true;
      total += tasks[page].result;  // [result]
    }
    std::fprintf(stderr, "%ld pages\r", pages_seen);  // [pages_seen]
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    page_limit = std::min(std::atoi(argv[1]), kMostPages / 2);
    web_size = 2 * static_cast<unsigned>(page_limit);
  }
  progress.claim(0, page_limit);
  queue.put(&tasks[0]);
  std::vector<std::thread> threads;
  for (int worker = 0; worker < kWorkers; ++worker) threads.emplace_back(work, worker);
  const long total = collect();
  for (Task& task : tasks) cancel(task);
  queue.close();
  for (std::thread& thread : threads) thread.join();
  std::printf("crawler: %ld\n", total);
}
