#include "runtime/record/mapped_file.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace steward {
namespace {

class MappedFileTest : public testing::Test {
 protected:
  MappedFileTest() {
    file_.begin(open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  }
  ~MappedFileTest() override { std::filesystem::remove(path_); }

  std::string read() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Whether there was room for it.
  bool put(const std::string& text) {
    std::byte* const to = file_.room(text.size());
    if (to == nullptr) return false;
    std::memcpy(to, text.data(), text.size());
    file_.used(text.size());
    return true;
  }

  const std::string path_ = testing::TempDir() + "mapped_file_" + std::to_string(getpid());
  MappedFile file_;
};

// Pieces of a size that fits no window.
TEST_F(MappedFileTest, HoldsWhatWasPutOverSeveralWindows) {
  std::string expected;
  while (expected.size() < 3 * MappedFile::kWindow) {
    const std::string piece(4099, static_cast<char>('a' + expected.size() % 26));
    ASSERT_TRUE(put(piece));
    expected += piece;
  }
  file_.finish();
  EXPECT_TRUE(read() == expected);
}

TEST_F(MappedFileTest, IsThereBeforeItIsFinished) {
  ASSERT_TRUE(put("all of it"));
  EXPECT_EQ(read().substr(0, 9), "all of it");
  file_.leave();
  EXPECT_EQ(read().substr(0, 9), "all of it");
}

// A program may close all descriptors that it does not know, and open files of its own.
TEST_F(MappedFileTest, LeavesAFileAloneThatHasTakenItsNumber) {
  ASSERT_TRUE(put("ours"));
  int number = -1;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code unreadable;
    if (std::filesystem::read_symlink(entry, unreadable) == path_)
      number = std::stoi(entry.path().filename().string());
  }
  ASSERT_GE(number, 0);
  const std::string other = path_ + ".other";
  std::ofstream(other) << "not ours at all";
  const int opened = open(other.c_str(), O_RDWR);
  ASSERT_EQ(dup2(opened, number), number);
  file_.finish();
  EXPECT_EQ(std::filesystem::file_size(other), 15u);
  EXPECT_EQ(write(number, "n", 1), 1) << "it was closed";
  close(number);
  close(opened);
  std::filesystem::remove(other);
}

TEST_F(MappedFileTest, SaysWhenThereIsNoRoom) {
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit less = before;
  less.rlim_cur = 2 * MappedFile::kWindow;
  setrlimit(RLIMIT_FSIZE, &less);
  std::string expected;
  const std::string piece(5000, 'x');
  while (put(piece)) expected += piece;
  EXPECT_GE(expected.size(), MappedFile::kWindow - piece.size());
  EXPECT_LE(expected.size(), 2 * MappedFile::kWindow);
  file_.finish();
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_TRUE(read() == expected);
}

}  // namespace
}  // namespace steward
