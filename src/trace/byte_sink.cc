#include "trace/byte_sink.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace steward {
namespace {

class FileSink final : public ByteSink {
 public:
  FileSink(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  ~FileSink() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  Result<void, Error> write(std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return failure("cannot be written");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
  }

  Result<void, Error> close() override {
    const int descriptor = std::exchange(descriptor_, -1);
    if (descriptor >= 0 && ::close(descriptor) != 0) return failure("cannot be closed");
    return {};
  }

  const std::string& name() const override { return name_; }

 private:
  Error failure(const char* what) const {
    return {name_, "", std::string(what) + ": " + std::strerror(errno)};
  }

  int descriptor_;
  const std::string name_;
};

class MemorySink final : public ByteSink {
 public:
  MemorySink(std::vector<std::byte>& bytes, std::string name)
      : bytes_(bytes), name_(std::move(name)) {}

  Result<void, Error> write(std::span<const std::byte> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return {};
  }
  Result<void, Error> close() override { return {}; }
  const std::string& name() const override { return name_; }

 private:
  std::vector<std::byte>& bytes_;
  const std::string name_;
};

}  // namespace

Result<std::unique_ptr<ByteSink>, Error> create_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return Error{path, "", std::string("cannot be created: ") + std::strerror(errno)};
  return std::unique_ptr<ByteSink>(new FileSink(descriptor, path));
}

std::unique_ptr<ByteSink> memory_sink(std::vector<std::byte>& bytes, std::string name) {
  return std::make_unique<MemorySink>(bytes, std::move(name));
}

void BufferedSink::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kMaxPiece);
    std::byte* out = reserve(count);
    std::memcpy(out, bytes.data(), count);
    advance(out + count);
    bytes = bytes.subspan(count);
  }
}

void BufferedSink::flush() {
  if (!failed_) {
    if (auto written = sink_->write({buffer_.get(), used_}); !written) {
      failed_ = true;
      failure_ = std::move(written).error();
    }
  }
  used_ = 0;
}

Result<void, Error> BufferedSink::status() const {
  if (failed_) return failure_;
  return {};
}

Result<void, Error> BufferedSink::finish() {
  flush();
  auto closed = sink_->close();
  if (failed_) return failure_;
  return closed;
}

}  // namespace steward
