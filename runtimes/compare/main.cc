// lard-compare RECORDED TRUTH: what the seven configurations report of one execution, as JSON.
// lard-compare TRUTH: the lines where the program races.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "compare/comparison.h"
#include "trace/reader.h"

namespace {

using namespace steward;
using namespace steward::compare;

nlohmann::json as_json(const Count& count) {
  return {{"accesses", count.accesses}, {"places", count.places}};
}

int fail(const std::string& what) {
  fmt::print(stderr, "lard-compare: {}\n", what);
  return 2;
}

int show_lines(const char* truth_file) {
  auto truth = open(truth_file);
  if (!truth) return fail(truth.error().message());
  const auto lines = racy_lines(**truth);
  if (!lines) return fail(lines.error());
  for (const std::string& line : *lines) fmt::print("{}\n", line);
  return 0;
}

int run(const char* recorded_file, const char* truth_file) {
  auto recorded = open(recorded_file);
  if (!recorded) return fail(recorded.error().message());
  auto truth = open(truth_file);
  if (!truth) return fail(truth.error().message());
  const auto comparison = compare::compare(**recorded, **truth);
  if (!comparison) return fail(comparison.error());

  nlohmann::json result{{"events", comparison->events},
                        {"accesses", comparison->accesses},
                        {"racy", as_json(comparison->racy)}};
  for (std::size_t i = 0; i < kConfigurations.size(); ++i) {
    const Judged& judged = comparison->configurations[i];
    result["configurations"][std::string(kConfigurations[i].name)] = {
        {"racy", as_json(judged.racy)},
        {"false", as_json(judged.wrong)},
        {"missed", as_json(judged.missed)}};
  }
  fmt::print("{}\n", result.dump(2));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) return show_lines(argv[1]);
  return argc == 3 ? run(argv[1], argv[2]) : fail("usage: lard-compare [RECORDED] TRUTH");
}
