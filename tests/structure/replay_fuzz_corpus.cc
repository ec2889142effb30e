// A main for fuzz targets in ordinary builds: runs the target once over every file of a folder.
//
// scans: tests/fuzz/corpus/**
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run_on(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  // Said before the run, so that a crash names its input.
  std::printf("%s (%zu bytes)\n", file.c_str(), bytes.size());
  std::fflush(stdout);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  std::error_code error;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1], error)) {
    run_on(entry.path());
    ++files;
  }
  if (files > 0) return 0;
  std::fprintf(stderr, "%s: no input to replay\n", argv[1]);
  return 1;
}
