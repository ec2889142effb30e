#include "support/property.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <random>
#include <rapidcheck.h>
#include <sstream>
#include <unordered_map>

#include "support/crash_note.h"
#include "support/script.h"

namespace steward {
namespace {

constexpr std::uint64_t kDefaultTraces = 10'000;
constexpr std::uint64_t kFastFrom = 100'000;

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::uint64_t fresh_seed() { return std::random_device()(); }

std::optional<TraceWords> words_from_environment() {
  const char* text = std::getenv("STEWARD_WORDS");
  if (text == nullptr) return std::nullopt;
  TraceWords words;
  std::istringstream list(text);
  for (std::string word; std::getline(list, word, ',');) {
    words.push_back(static_cast<std::uint32_t>(std::strtoul(word.c_str(), nullptr, 10)));
  }
  return words;
}

// One property on one shape.
class Trial {
 public:
  Trial(const Shape& shape, const TraceProperty& property) : shape_(shape), property_(property) {}

  Verdict verdict(const TraceWords& words) {
    crash_note_.note(words);
    return property_(decode_trace(words, shape_));
  }
  bool fails(const TraceWords& words) { return verdict(words).has_value(); }

  std::string describe_failure(const TraceWords& failing) {
    const TraceWords words =
        shrink_words(failing, [&](const TraceWords& smaller) { return fails(smaller); });
    std::ostringstream out;
    out << verdict(words).value_or("(does not fail when repeated)") << "\non this trace:\n"
        << to_script(decode_trace(words, shape_)) << "alone again: STEWARD_WORDS=";
    for (std::size_t k = 0; k < words.size(); ++k) out << (k == 0 ? "" : ",") << words[k];
    return out.str();
  }

 private:
  const Shape& shape_;
  const TraceProperty& property_;
  CrashNote crash_note_;
};

// RapidCheck's own listener and configuration would print a seed that is not ours.
class SilentListener : public rc::detail::TestListener {
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

// The words of the smallest failing trace that RapidCheck finds. A shrink that fails replaces the
// last failure, one that does not is forgotten: so the last failure seen is the smallest.
std::optional<TraceWords> search_with_rapidcheck(Trial& trial, std::uint64_t traces,
                                                 std::uint64_t seed) {
  const auto words_generator = rc::gen::container<TraceWords>(
      rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>()));
  std::optional<TraceWords> last_failure;
  SilentListener listener;
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = static_cast<int>(traces);
  const auto result = rc::detail::checkTestable(
      [&] {
        const TraceWords words = *words_generator;
        const bool failed = trial.fails(words);
        if (failed) last_failure = words;
        return !failed;
      },
      rc::detail::TestMetadata(), params, listener,
      std::unordered_map<std::string, rc::detail::Reproduce>());
  EXPECT_TRUE(last_failure || result.template is<rc::detail::SuccessResult>()) << result;
  return last_failure;
}

std::optional<TraceWords> search_fast(Trial& trial, std::uint64_t traces, std::uint64_t seed) {
  for (std::uint64_t done = 0; done < traces; ++done) {
    const TraceWords words = random_words(seed + done);
    if (trial.fails(words)) return words;
    if ((done + 1) % (traces / 10) == 0) {
      std::cerr << "  " << (done + 1) << " of " << traces << " traces\n";
    }
  }
  return std::nullopt;
}

}  // namespace

bool replaying_one_trace() { return words_from_environment().has_value(); }

void check_on_random_traces(const std::vector<Shape>& shapes, const TraceProperty& property) {
  if (const auto words = words_from_environment()) {
    for (const Shape& shape : shapes) {
      Trial trial(shape, property);
      if (trial.fails(*words)) ADD_FAILURE() << trial.describe_failure(*words);
    }
    return;
  }
  const std::uint64_t traces = number_from_environment("STEWARD_TRACES", kDefaultTraces);
  const std::uint64_t seed = number_from_environment("STEWARD_SEED", fresh_seed());
  std::cerr << "  " << traces << " traces, STEWARD_SEED=" << seed << '\n';
  const std::uint64_t share = (traces + shapes.size() - 1) / shapes.size();
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    Trial trial(shapes[k], property);
    const auto failing = traces < kFastFrom ? search_with_rapidcheck(trial, share, seed)
                                            : search_fast(trial, share, seed);
    if (!failing) continue;
    ADD_FAILURE() << trial.describe_failure(*failing) << "\nall again: STEWARD_SEED=" << seed
                  << " STEWARD_TRACES=" << traces << " (shape " << k << ')';
    return;
  }
}

}  // namespace steward
