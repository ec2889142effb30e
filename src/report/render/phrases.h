// Small pieces of text that the text report is made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/report.h"

namespace steward::report {

// Names come from the program under test. Control characters in them would let it write anywhere
// on the reader's screen: they are shown as \xNN.
std::string printable(std::string_view text);

// "main.cc:12:3"; empty if the file is unknown.
std::string source_place(const Frame& frame);
// "libcount.so+0x1234", without the folder.
std::string module_place(std::string_view module, std::uint64_t offset);
// "increment main.cc:12:3 (libcount.so+0x1234)", or "<unknown>".
std::string describe(const Frame& frame);
// The library's function that was called there. REQUIRES: it is known.
std::string describe_callee(const Frame& frame);
// "data race", or a kind of it that has a name of its own, in ThreadSanitizer's words.
std::string name_of_race(const Race& race);
// "data race main.cc:12:3 in increment", with what is known.
std::string headline(const Race& race);
// "Write of size 4", "atomic read of size 8".
std::string describe_access(const Access& access, bool capital);
// "data race", or what else was found, in ThreadSanitizer's words where it has some.
std::string headline(const FoundItem& item);
// "global 'counter' of size 4 at 0x000000001000"; without a name, just the address. `owner` is the
// thread it belongs to, described; empty if unknown.
std::string describe(const Location& location, const std::string& owner);
// "4 bytes from offset 8", if it is not the whole of an object.
std::string describe_part(const Location& location);
// "real (by happens-before)".
std::string describe_verdict(const Race& race);

// The innermost that is in the program itself, not in the headers and libraries of the system; the
// innermost of all if there is none. REQUIRES: a stack that is not empty.
const Frame& own_frame(const Stack& stack);
// "main.cc:12:3", without the folder: the innermost place in the program itself, not in the headers
// of a library if there is another. The function if no file is known.
std::string short_place(const Stack& stack);
// Its name, or the word for its kind.
std::string name_of(const Location& location);
// "a stale value".
std::string_view describe(Cause cause);
// How many races have that verdict.
std::uint64_t count_of(const Report& report, Verdict verdict);

// "1 race", "2 races".
std::string counted(std::uint64_t count, std::string_view noun);
// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace steward::report
