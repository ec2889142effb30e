// expect: none
// What the C++ library counts references of in its own code: exceptions, texts in them, locales.
// The last one destroys what the others have used.
#include <exception>
#include <future>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Facet : std::numpunct<char> {
  std::string name = std::string(40, 'f');
  char do_decimal_point() const override { return name[0]; }
};

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

int main() {
  for (int i = 0; i < 20; ++i) {
    std::vector<std::jthread> threads;
    std::exception_ptr thrown;
    try {
      throw std::runtime_error(std::string(50, 'x'));
    } catch (...) {
      thrown = std::current_exception();
    }
    auto look = [thrown] {
      try {
        std::rethrow_exception(thrown);
      } catch (const std::exception& e) {
        check(std::string(e.what()).size() == 50);
      }
    };
    thrown = nullptr;
    std::runtime_error* const original = new std::runtime_error(std::string(60, 'y'));
    auto read = [copy = *original] { check(std::string(copy.what()).size() == 60); };
    delete original;
    const std::locale locale(std::locale::classic(), new Facet);
    auto print = [locale] {
      std::ostringstream out;
      out.imbue(locale);
      out << 1.5;
      check(out.str() == "1f5");
    };
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back(look);
      threads.emplace_back(read);
      threads.emplace_back(print);
    }
  }
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  const auto get = [future] {
    try {
      future.get();
    } catch (const std::logic_error& e) {
      check(std::string(e.what()) == "late");
    }
  };
  std::jthread first(get), second(get);
  promise.set_exception(std::make_exception_ptr(std::logic_error("late")));
}
