// expect: none
// Streams, locales, regular expressions, the file system and time, from several threads at once.
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <regex>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;

static void work(int number) {
  for (int i = 0; i < 10; ++i) {
    std::cout << "thread " << number << ' ' << i << ' ' << 1.5 * i << std::endl;
    std::clog << i << "\n";
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::setprecision(3) << 3.14159 * number << std::put_money("100");
    std::istringstream in("12 3.5 word");
    int a;
    double b;
    std::string c;
    in >> a >> b >> c;
    static const std::regex pattern("([a-z]+)-([0-9]+)", std::regex::icase);
    std::smatch match;
    const std::string text = "Number-" + std::to_string(number * 100 + i);
    if (!std::regex_match(text, match, pattern)) std::abort();
    const std::time_t now = std::time(nullptr);
    std::tm fields;
    localtime_r(&now, &fields);
    out << std::put_time(&fields, "%Y-%m-%d %A");
    const std::locale mine(std::locale(), new std::numpunct<char>);
    std::use_facet<std::ctype<char>>(mine).toupper('x');
  }
}

int main() {
  std::ios::sync_with_stdio(true);
  // Of one length always: a longer path takes other steps, and a process id is nothing to repeat.
  const std::string unique = std::to_string(10'000'000 + getpid());
  const fs::path folder = fs::temp_directory_path() / ("streams." + unique);
  fs::create_directories(folder);
  std::thread threads[4];
  for (int t = 0; t < 4; ++t)
    threads[t] = std::thread([t, folder] {
      work(t);
      const fs::path file = folder / std::to_string(t);
      std::ofstream(file) << "some text " << t;
      std::string line;
      std::getline(std::ifstream(file) >> std::ws, line);
      for (const auto& entry : fs::directory_iterator(folder)) (void)entry.path().filename();
      std::error_code failure;
      fs::rename(file, folder / ("moved" + std::to_string(t)), failure);
      if (failure || line.empty()) std::abort();
    });
  for (auto& thread : threads) thread.join();
  fs::remove_all(folder);
}
