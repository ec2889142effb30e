#include "sched/random_program.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>
#include <random>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>
#include <string>
#include <unordered_map>

namespace steward {
namespace {

constexpr int kSpins = 3;  // at most, so that every program ends or is stuck

// Not fewer of the higher ones at first, as RapidCheck would.
unsigned random_below(unsigned bound) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<unsigned>(0, bound));
}

Instruction random_instruction() {
  using Kind = Instruction::Kind;
  constexpr Kind kKinds[] = {Kind::read,        Kind::read, Kind::write,  Kind::write,  Kind::write,
                             Kind::lock,        Kind::lock, Kind::unlock, Kind::unlock, Kind::work,
                             Kind::skip_if_odd, Kind::spin, Kind::draw,   Kind::sleep};
  Instruction instruction;
  instruction.kind = kKinds[random_below(std::size(kKinds))];
  const bool is_lock = instruction.kind == Kind::lock || instruction.kind == Kind::unlock;
  instruction.object = random_below(is_lock ? 2 : 3);
  instruction.statement = random_below(4);
  return instruction;
}

Threads random_threads() {
  Threads threads(1 + random_below(4));
  for (Instructions& instructions : threads) {
    instructions.resize(*rc::gen::inRange<std::size_t>(0, 9));
    for (Instruction& instruction : instructions) instruction = random_instruction();
  }
  return threads;
}

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

Program interpret(Machine& machine, Instructions instructions) {
  bool held[2] = {};
  bool skip = false;
  for (std::size_t k = 0; k < instructions.size(); ++k) {
    const Instruction i = instructions[k];
    if (skip) {
      skip = false;
      continue;
    }
    switch (i.kind) {
      case Instruction::Kind::read: co_await machine.read(i.object, i.statement); break;
      case Instruction::Kind::write:
        co_await machine.write(i.object, static_cast<int>(k), i.statement);
        break;
      case Instruction::Kind::lock:
        if (!held[i.object]) co_await machine.lock(i.object);
        held[i.object] = true;
        break;
      case Instruction::Kind::unlock:
        if (held[i.object]) co_await machine.unlock(i.object);
        held[i.object] = false;
        break;
      case Instruction::Kind::work: co_await machine.work(); break;
      case Instruction::Kind::skip_if_odd: {
        const int value = co_await machine.read(i.object, i.statement);
        skip = value % 2 == 1;
        break;
      }
      case Instruction::Kind::spin:
        for (int times = 0; times < kSpins; ++times) {
          const int value = co_await machine.read(i.object, i.statement, times > 0);
          if (value != 0) break;
        }
        break;
      case Instruction::Kind::draw: {
        const int value = machine.draw(2 + i.statement);
        co_await machine.write(i.object, value, i.statement);
        break;
      }
      case Instruction::Kind::sleep: co_await machine.sleep(static_cast<int>(i.statement)); break;
    }
  }
  for (unsigned lock = 0; lock < 2; ++lock)
    if (held[lock]) co_await machine.unlock(lock);
}

void load(Machine& machine, const Threads& threads) {
  for (const Instructions& instructions : threads) machine.start(interpret, instructions);
}

void check_on_random_programs(
    const std::function<void(const Threads& threads, std::uint64_t seed)>& property) {
  rc::detail::TestParams params;
  params.maxSuccess = static_cast<int>(number_from_environment("STEWARD_TRACES", 10'000));
  params.seed = number_from_environment("STEWARD_SEED", std::random_device()());
  std::cerr << "  " << params.maxSuccess << " programs, STEWARD_SEED=" << params.seed << '\n';
  rc::detail::TestListenerAdapter silent;
  const auto result = rc::detail::checkTestable(
      [&] {
        const Threads threads = random_threads();
        property(threads, *rc::gen::arbitrary<std::uint32_t>());
      },
      rc::detail::TestMetadata(), params, silent,
      std::unordered_map<std::string, rc::detail::Reproduce>());
  EXPECT_TRUE(result.template is<rc::detail::SuccessResult>()) << result;
}

}  // namespace steward
