#include "trace/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace steward {
namespace {

class FileSource final : public ByteSource {
 public:
  FileSource(int descriptor, std::uint64_t size, std::string name)
      : descriptor_(descriptor), size_(size), name_(std::move(name)) {}
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override { close(descriptor_); }

  Result<std::size_t, Error> read(std::span<std::byte> into) override {
    std::size_t filled = 0;
    while (filled < into.size()) {
      const ssize_t got = ::read(descriptor_, into.data() + filled, into.size() - filled);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return Error{name_, "", std::string("cannot be read: ") + std::strerror(errno)};
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  }

  Result<void, Error> rewind() override {
    if (lseek(descriptor_, 0, SEEK_SET) == 0) return {};
    return Error{name_, "", std::string("cannot be read a second time: ") + std::strerror(errno)};
  }

  std::uint64_t size() const override { return size_; }
  const std::string& name() const override { return name_; }

 private:
  const int descriptor_;
  const std::uint64_t size_;
  const std::string name_;
};

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::span<const std::byte> bytes, std::string name)
      : bytes_(bytes), name_(std::move(name)) {}

  Result<std::size_t, Error> read(std::span<std::byte> into) override {
    const std::size_t count = std::min(into.size(), bytes_.size() - position_);
    if (count != 0) std::memcpy(into.data(), bytes_.data() + position_, count);
    position_ += count;
    return count;
  }
  Result<void, Error> rewind() override {
    position_ = 0;
    return {};
  }
  std::uint64_t size() const override { return bytes_.size(); }
  const std::string& name() const override { return name_; }

 private:
  const std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  const std::string name_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>, Error> open_file(const std::string& path) {
  constexpr const char* kNotTwice = "some analyses read a trace twice: save it to a file first";
  if (path == "-")
    return Error{path, "", std::string("cannot read from standard input, since ") + kNotTwice};
  // Without O_NONBLOCK the open of a pipe would wait for its writer, only to be refused then.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return Error{path, "", std::string("cannot be opened: ") + std::strerror(errno)};
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
    return std::unique_ptr<ByteSource>(
        new FileSource(descriptor, static_cast<std::uint64_t>(status.st_size), path));
  close(descriptor);
  if (S_ISDIR(status.st_mode)) return Error{path, "", "is a directory, not a trace"};
  return Error{path, "", std::string("is not a regular file, and ") + kNotTwice};
}

std::unique_ptr<ByteSource> memory_source(std::span<const std::byte> bytes, std::string name) {
  return std::make_unique<MemorySource>(bytes, std::move(name));
}

}  // namespace steward
