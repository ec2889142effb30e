// Runs one workload: managed-... WORKLOAD [--OPTION VALUE]...
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "workloads/workload.h"

namespace workloads {
namespace {

Parameters all_parameters;
Body chosen = nullptr;
unsigned repeats = 1;

// So often, one after the other: what is left of each is garbage for the next.
void repeated(Thread& me, const Local<Object>& none) {
  for (unsigned i = 0; i < repeats; ++i) chosen(me, none);
}

[[noreturn]] void usage() {
  std::fprintf(stderr,
               "usage: WORKLOAD [--collector semispace|mark-sweep] [--threads N] [--carriers N]\n"
               "       [--heap KIB] [--collect-every N] [--verify 0|1] [--size N] [--repeat N]\n"
               "       [--seed N] [--truth FILE]\n"
               "workloads:");
  for (unsigned i = 0; i < kWorkloadCount; ++i)
    std::fprintf(stderr, " %s", std::string(kWorkloads[i].name).c_str());
  std::fprintf(stderr, "\n");
  std::exit(2);
}

const Workload& named(std::string_view name) {
  for (unsigned i = 0; i < kWorkloadCount; ++i)
    if (kWorkloads[i].name == name) return kWorkloads[i];
  usage();
}

void take(Options& options, std::string_view option, const char* value) {
  const auto number = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
  if (option == "--collector")
    options.collector = std::string_view(value) == "mark-sweep" ? CollectorKind::mark_sweep
                                                                : CollectorKind::semispace;
  else if (option == "--threads") all_parameters.threads = number;
  else if (option == "--carriers") options.carriers = number;
  else if (option == "--heap") options.heap_bytes = std::size_t{number} << 10;
  else if (option == "--collect-every") options.collect_every = number;
  else if (option == "--verify") options.verify = number != 0;
  else if (option == "--size") all_parameters.size = number;
  else if (option == "--repeat") repeats = number;
  else if (option == "--seed") options.seed = all_parameters.seed = number;
  else if (option == "--truth") managed::truth::open(value);
  else usage();
}

int run(int argc, char** argv) {
  if (argc < 2 || argc % 2 != 0) usage();
  chosen = named(argv[1]).main;
  Options options;
  for (int i = 2; i < argc; i += 2) take(options, argv[i], argv[i + 1]);
  Runtime runtime(options);
  runtime.run(repeated);
  managed::truth::close();
  std::printf("%s: %llu collections\n", argv[1],
              static_cast<unsigned long long>(runtime.collections()));
  return 0;
}

}  // namespace

const Parameters& parameters() { return all_parameters; }

}  // namespace workloads

int main(int argc, char** argv) { return workloads::run(argc, argv); }
