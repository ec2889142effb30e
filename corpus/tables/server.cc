// A small server. Clients put requests into a queue; handlers take them, each with a connection
// from a pool that blocks while all are in use, and a buffer from a free list that never does.
// Objects are recycled, as in the servers of the paper.
//
// truth: bug sessions: the number of open sessions, checked against the limit and counted without
// a lock: more may be let in than allowed, and counts are lost
// truth: bug last_page: the page that was served last and its size: two fields without a lock, so
// that one page is shown with the size of another
// truth: benign bytes_served: a statistic; additions may be lost
// truth: benign stopping: polled by the housekeeper, who sees it one round later
// truth: false buffer: has one owner at a time; the free list hands it on under a lock that nobody
// ever waits with, so it is no channel
// truth: false used: how much of the buffer is filled, handed on with it
// truth: false request: handed over by the queue, a channel that a detector in one phase knows only
// after the first wait
// truth: false connection: the same, by the pool of connections
// truth: false changed: main destroys the queue's condition at exit, when all threads have ended
// truth: false came_back: the same, of the pool of connections
// truth: false total: main reads it without its lock when the handlers have ended
// small: 10
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kHandlers = 4;
constexpr int kClients = 2;
constexpr int kConnections = 3;
constexpr int kBufferSize = 256;
constexpr int kQueueSize = 16;
constexpr int kMostSessions = 1000;

struct Request {
  int client;
  int page;
  bool last;
};

struct Connection {
  int client = -1;
  long requests = 0;
};

struct Buffer {
  char bytes[kBufferSize];
  int used;
  Buffer* next;
};

// Blocks who puts while it is full, and who takes while it is empty.
class RequestQueue {  // [changed]
 public:
  void put(Request* request) {
    std::unique_lock lock(mutex_);
    while (count_ == kQueueSize) changed_.wait(lock);  // [changed]
    requests_[(begin_ + count_++) % kQueueSize] = request;
    changed_.notify_all();  // [changed]
  }
  Request* take() {
    std::unique_lock lock(mutex_);
    while (count_ == 0) changed_.wait(lock);  // [changed]
    Request* const request = requests_[begin_];
    begin_ = (begin_ + 1) % kQueueSize;
    --count_;
    changed_.notify_all();  // [changed]
    return request;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Request* requests_[kQueueSize];
  int begin_ = 0;
  int count_ = 0;
};

// There are fewer connections than handlers: who finds none waits for one.
class ConnectionPool {  // [came_back]
 public:
  ConnectionPool() {
    for (Connection& connection : all_) free_[count_++] = &connection;
  }
  Connection* take() {
    std::unique_lock lock(mutex_);
    while (count_ == 0) came_back_.wait(lock);  // [came_back]
    return free_[--count_];
  }
  void give_back(Connection* connection) {
    const std::lock_guard lock(mutex_);
    free_[count_++] = connection;
    came_back_.notify_one();  // [came_back]
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_back_;
  Connection all_[kConnections];
  Connection* free_[kConnections];
  int count_ = 0;
};

// Who finds none makes one.
class FreeList {
 public:
  Buffer* take() {
    {
      const std::lock_guard lock(mutex_);
      if (Buffer* const buffer = first_) {
        first_ = buffer->next;
        return buffer;
      }
    }
    return new Buffer;
  }
  void give_back(Buffer* buffer) {
    const std::lock_guard lock(mutex_);
    buffer->next = first_;
    first_ = buffer;
  }

 private:
  std::mutex mutex_;
  Buffer* first_ = nullptr;
};

struct LastPage {
  int page;
  int size;
};

RequestQueue queue;
ConnectionPool connections;
FreeList buffers;
int sessions;
LastPage last_page;
long bytes_served;
bool stopping;

std::mutex total_mutex;
long total;

// A page is a line of text again and again.
void render(int page, Buffer& buffer) {
  const int size = 64 + page % (kBufferSize - 64);
  for (int i = 0; i < size; ++i)
    buffer.bytes[i] = static_cast<char>('a' + (page + i) % 26);  // [buffer]
  buffer.used = size;                                            // [used]
}

long checksum_of(const Buffer& buffer) {
  long sum = 0;
  const int used = buffer.used;                           // [used]
  for (int i = 0; i < used; ++i) sum += buffer.bytes[i];  // [buffer]
  return sum;
}

bool open_session() {
  if (sessions >= kMostSessions) return false;  // [sessions]
  ++sessions;                                   // [sessions]
  return true;
}
void close_session() {
  --sessions;  // [sessions]
}

// What takes the longest in a server, here on the handler's own stack.
int looked_up(int page) {
  unsigned table[kBufferSize];
  for (unsigned i = 0; i < kBufferSize; ++i) table[i] = i;
  for (unsigned i = 0; i < kBufferSize; ++i) {
    const unsigned other = (i * 31 + static_cast<unsigned>(page)) % kBufferSize;
    const unsigned moved = table[i];
    table[i] = table[other];
    table[other] = moved;
  }
  return page + static_cast<int>(table[0] % 2);
}

void count(int page, int size, long sum) {
  bytes_served += size;   // [bytes_served]
  last_page.page = page;  // [last_page]
  last_page.size = size;  // [last_page]
  const std::lock_guard lock(total_mutex);
  total += sum;  // [total]
}

void serve(int client, int page) {
  if (!open_session()) return;
  Connection* const connection = connections.take();
  connection->client = client;  // [connection]
  ++connection->requests;       // [connection]
  const int found = looked_up(page);
  Buffer* const buffer = buffers.take();
  render(found, *buffer);
  const long sum = checksum_of(*buffer);
  const int size = buffer->used;  // [used]
  buffers.give_back(buffer);
  count(found, size, sum);
  connections.give_back(connection);
  close_session();
}

void handle() {
  for (;;) {
    Request* const request = queue.take();
    const bool last = request->last;     // [request]
    const int client = request->client;  // [request]
    const int page = request->page;      // [request]
    delete request;                      // [request]
    if (!last) serve(client, page);
    if (last) return;
  }
}

void send(int client, int page, bool last) {
  Request* const request = new Request;
  request->client = client;  // [request]
  request->page = page;      // [request]
  request->last = last;      // [request]
  queue.put(request);
}

void browse(int client, int pages) {
  for (int i = 0; i < pages; ++i) send(client, client * 1000 + i * 7 % 997, false);
}

// Looks at the server from time to time.
void keep_house() {
  while (!stopping) {                                                       // [stopping]
    std::fprintf(stderr, "%ld bytes, ", bytes_served);                      // [bytes_served]
    std::fprintf(stderr, "page %d: %d\r", last_page.page, last_page.size);  // [last_page]
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int pages = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<std::thread> handlers, clients;
  std::thread housekeeper(keep_house);
  for (int handler = 0; handler < kHandlers; ++handler) handlers.emplace_back(handle);
  for (int client = 0; client < kClients; ++client) clients.emplace_back(browse, client, pages);
  for (std::thread& client : clients) client.join();
  for (int handler = 0; handler < kHandlers; ++handler) send(-1, 0, true);
  for (std::thread& handler : handlers) handler.join();
  stopping = true;  // [stopping]
  housekeeper.join();
  std::printf("server: %ld\n", total);  // [total]
}
