// Files for the processes of a program, gone when the tool has no use for them any more.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "base/result.h"

namespace steward::report {

// Where the user wants such files to be.
std::string temporary_folder();

class TemporaryFile {
 public:
  // Empty, in `folder`, with a name that begins with `prefix`. The error is a sentence.
  static Result<TemporaryFile, std::string> create(const std::string& folder,
                                                   const std::string& prefix);
  // The same with that path, in place of what is there.
  static Result<TemporaryFile, std::string> create_at(std::string path);
  TemporaryFile(TemporaryFile&& other) noexcept
      : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  // Adds to its end. The error is a sentence.
  Result<void, std::string> write(const void* from, std::size_t size);

  const std::string& path() const { return path_; }
  // Open for reading and writing.
  int descriptor() const { return file_; }

 private:
  TemporaryFile(std::string path, int file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  int file_;
};

// One for several files.
class TemporaryFolder {
 public:
  // In `folder`, with a name that begins with `prefix`. The error is a sentence.
  static Result<TemporaryFolder, std::string> create(const std::string& folder,
                                                     const std::string& prefix);
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  // With all that is in it.
  ~TemporaryFolder();

  std::string path_of(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace steward::report
