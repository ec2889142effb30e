// The constants of the binary trace format. What they mean, byte by byte: docs/formats/trace.md.
// A change of anything here is a new version.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/varint.h"
#include "core/event/event.h"

namespace steward::binary_format {

// The byte over 127, both line ends and the end-of-text mark show at once that a transfer has
// treated the file as text.
inline constexpr unsigned char kMagic[8] = {0x89, 'S', 'T', 'W', '\r', '\n', 0x1a, '\n'};
inline constexpr std::size_t kNameInMagic =
    4;  // what is left to recognise it by after such a transfer
inline constexpr std::uint16_t kVersion = 1;
inline constexpr std::size_t kHeaderBytes = 12;

// The tag byte: a kind below, flags above.
inline constexpr unsigned kKindMask = 0x1f;
inline constexpr unsigned kThreadFollows = 0x20;
inline constexpr unsigned kSiteFollows = 0x40;
inline constexpr unsigned kSizeFollows = 0x80;
// Kinds of record that are no events, from the top down; event kinds grow from 0 up.
inline constexpr unsigned kDefinition = 30;
inline constexpr unsigned kEnd = 31;
static_assert(kEventKinds <= static_cast<int>(kDefinition));

enum class Defined : std::uint8_t { thread, lock, message, condition, site, range };

// Longer names are cut off by the writer and refused by the reader, so that a record always fits
// into a reader's window.
inline constexpr std::size_t kMaxNameBytes = 0xffff;
inline constexpr std::size_t kMaxDefinitionBytes = 2 + 5 * kMaxVarintBytes + 2 * kMaxNameBytes;
// Tag; thread, site, size, address, source of a copy; order and store age.
inline constexpr std::size_t kMaxEventBytes = 1 + 5 * kMaxVarintBytes + 2;

// What both sides remember of the events before, so that an event need only say what is different.
// There is one slot for all threads of the same number modulo kSlots: small enough for a
// first-level cache, and no thread number, however wild, can make a reader allocate.
struct Slot {
  std::uint64_t address = 0;  // first byte of the latest range
  std::uint64_t size = 0;     // of the latest range
  std::uint64_t object = 0;   // latest lock, message or condition
  std::uint32_t site = 0;
};
inline constexpr std::size_t kSlots = 256;

struct History {
  Slot slots[kSlots];
  std::uint32_t thread = 0;  // of the latest event

  Slot& of(std::uint32_t number) { return slots[number % kSlots]; }
};

constexpr bool names_object(EventKind kind) {
  return is_lock_operation(kind) || (kind >= EventKind::wait && kind <= EventKind::receive);
}

}  // namespace steward::binary_format
