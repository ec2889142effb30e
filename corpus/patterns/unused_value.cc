// hunt: last_client real
// fix: Remove it, or make it a std::atomic<int>.
// An unused value: every request notes its client, for a debugger perhaps, and no code ever looks.
#include <cstdio>
#include <thread>

int last_client;

int serve(int client) {
  last_client = client;
  return client * 10;
}

int main() {
  int first_answer = 0;
  int second_answer = 0;
  std::thread first([&] { first_answer = serve(1); });
  std::thread second([&] { second_answer = serve(2); });
  first.join();
  second.join();
  std::printf("%d %d\n", first_answer, second_answer);
}
