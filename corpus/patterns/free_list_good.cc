// hunt: heap potential
// Shared channel without waiting: a list of unused objects passes them from one thread to another. Its lock guards
// the list only, but who takes an object comes after who gave it back.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Request {
  int client = 0;
  int answer = 0;
};

std::mutex unused_mutex;
std::vector<Request*> unused;

Request* take() {
  std::lock_guard<std::mutex> guard(unused_mutex);
  if (unused.empty()) return new Request;
  Request* request = unused.back();
  unused.pop_back();
  return request;
}

void give_back(Request* request) {
  std::lock_guard<std::mutex> guard(unused_mutex);
  unused.push_back(request);
}

void serve(int client, int* answer) {
  Request* request = take();
  request->client = client;
  request->answer = request->client * 10;
  *answer = request->answer;
  give_back(request);
}

int main() {
  int answers[2] = {0, 0};
  std::thread first(serve, 1, &answers[0]);
  std::thread second(serve, 2, &answers[1]);
  first.join();
  second.join();
  for (Request* request : unused) delete request;
  std::printf("%d %d\n", answers[0], answers[1]);
  return answers[0] == 10 && answers[1] == 20 ? 0 : 1;
}
