#include "report/live/temporary_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace steward::report {
namespace {

std::string complaint(const std::string& where) {
  return fmt::format("cannot write to {}: {}; set TMPDIR to another folder", where,
                     std::strerror(errno));
}

}  // namespace

std::string temporary_folder() {
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != 0 ? folder : "/tmp";
}

Result<TemporaryFile, std::string> TemporaryFile::create(const std::string& folder,
                                                         const std::string& prefix) {
  std::string path = folder + "/" + prefix + "-XXXXXX";
  const int file = mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) return complaint(folder);
  return TemporaryFile(std::move(path), file);
}

Result<TemporaryFile, std::string> TemporaryFile::create_at(std::string path) {
  unlink(path.c_str());
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return complaint(path);
  return TemporaryFile(std::move(path), file);
}

TemporaryFile::~TemporaryFile() {
  if (file_ < 0) return;
  close(file_);
  unlink(path_.c_str());
}

Result<void, std::string> TemporaryFile::write(const void* from, std::size_t size) {
  const auto* at = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t count = ::write(file_, at, size);
    if (count < 0) return complaint(path_);
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return {};
}

Result<TemporaryFolder, std::string> TemporaryFolder::create(const std::string& folder,
                                                             const std::string& prefix) {
  std::string path = folder + "/" + prefix + "-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) return complaint(folder);
  return TemporaryFolder(std::move(path));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace steward::report
