#include "report/readable.h"

#include <gtest/gtest.h>

namespace steward::report {
namespace {

TEST(Readable, TemplatesWithoutWhatTheyHaveByDefault) {
  EXPECT_EQ(readable("std::vector<int, std::allocator<int> >::push_back(int&&)"),
            "std::vector<int>::push_back(int&&)");
  EXPECT_EQ(readable("count(std::vector<std::__cxx11::basic_string<char, std::char_traits<char>, "
                     "std::allocator<char> >, std::allocator<std::__cxx11::basic_string<char, "
                     "std::char_traits<char>, std::allocator<char> > > > const&, unsigned long)"),
            "count(std::vector<std::string> const&, unsigned long)");
  EXPECT_EQ(readable("std::map<int, std::unique_ptr<Job, std::default_delete<Job> >, "
                     "std::less<int>, std::allocator<std::pair<int const, std::unique_ptr<Job, "
                     "std::default_delete<Job> > > > >::find(int const&)"),
            "std::map<int, std::unique_ptr<Job>>::find(int const&)");
  EXPECT_EQ(readable("Cache::get[abi:cxx11](int)"), "Cache::get(int)");
}

TEST(Readable, WhatSomebodyHasChosenStays) {
  for (const char* name :
       {"worker", "bool less<int>(int, int)", "operator>(A, B)", "operator<",
        "std::vector<int, Arena<int>>::size() const", "f(int, std::allocator<char>)",
        "std::set<int, std::greater<int>>::begin()", "auto g<&A::operator->>()", "f<"})
    EXPECT_EQ(readable(name), name);
}

}  // namespace
}  // namespace steward::report
