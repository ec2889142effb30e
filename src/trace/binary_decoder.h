// Bytes to events: the inverse of BinaryEncoder, and the hot loop of every offline analysis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/varint.h"
#include "trace/binary_format.h"

namespace steward {

// What can be wrong inside one record.
enum class DecodeFault : std::uint8_t {
  none,
  cut_off,  // found by the caller, who knows where the input ends
  unknown_kind,
  flags,
  thread,
  site,
  other_thread,
  order,
  untracked,
};

class BinaryDecoder {
 public:
  // How many bytes event() may look at, whatever they are.
  static constexpr std::size_t kMaxEventBytes = binary_format::kMaxEventBytes;

  static bool is_event(std::byte tag) {
    return (static_cast<unsigned>(tag) & binary_format::kKindMask) <
           static_cast<unsigned>(kEventKinds);
  }

  // Reads the event that begins at `from`, and moves `from` behind it; on a fault, somewhere into
  // it. REQUIRES: is_event(*from); kMaxEventBytes are readable (the caller pads the end of its
  // input, and then looks whether the event ended before the padding).
  [[gnu::always_inline]] DecodeFault event(const std::byte*& from, Event& e) {
    const auto tag = static_cast<unsigned>(*from++);
    e = Event{};
    e.kind = static_cast<EventKind>(tag & binary_format::kKindMask);
    if (tag & binary_format::kThreadFollows) {
      const std::uint64_t thread = get_varint(from);
      if (!fits(thread)) [[unlikely]]
        return DecodeFault::thread;
      history_.thread = static_cast<std::uint32_t>(thread);
    }
    e.thread = ThreadId(history_.thread);
    binary_format::Slot& slot = history_.of(history_.thread);
    if (tag & binary_format::kSiteFollows) {
      const std::uint64_t site = get_varint(from);
      if (!fits(site)) [[unlikely]]
        return DecodeFault::site;
      slot.site = static_cast<std::uint32_t>(site);
    }
    e.site = SiteId(slot.site);
    if (!has_range(e.kind)) return without_range(tag, from, e, slot);
    if (tag & binary_format::kSizeFollows) slot.size = get_varint(from);
    slot.address += unzigzag(get_varint(from));
    e.range = {Address(slot.address), slot.size};
    if (e.kind == EventKind::read || e.kind == EventKind::write) [[likely]]
      return DecodeFault::none;
    return rest_of_range(from, e, slot);
  }

  // Back to the start of a trace.
  void reset() { history_ = {}; }

 private:
  static bool fits(std::uint64_t id) { return id <= std::numeric_limits<std::uint32_t>::max(); }

  static DecodeFault order(const std::byte*& from, Event& e) {
    const auto order = static_cast<unsigned>(*from++);
    if (order > static_cast<unsigned>(MemoryOrder::seq_cst)) return DecodeFault::order;
    e.order = static_cast<MemoryOrder>(order);
    return DecodeFault::none;
  }

  static DecodeFault rest_of_range(const std::byte*& from, Event& e,
                                   const binary_format::Slot& slot) {
    if (e.kind == EventKind::copy) e.operand = slot.address + unzigzag(get_varint(from));
    if (!is_atomic(e.kind)) return DecodeFault::none;
    const DecodeFault fault = order(from, e);
    if (e.kind == EventKind::atomic_load) e.store_age = static_cast<std::uint8_t>(*from++);
    return fault;
  }

  static DecodeFault without_range(unsigned tag, const std::byte*& from, Event& e,
                                   binary_format::Slot& slot) {
    if (tag & binary_format::kSizeFollows) return DecodeFault::flags;
    if (binary_format::names_object(e.kind)) {
      slot.object += unzigzag(get_varint(from));
      e.operand = slot.object;
      if (e.kind == EventKind::wait)
        e.range.begin = Address(slot.object + unzigzag(get_varint(from)));
    } else if (names_thread(e.kind)) {
      e.operand = get_varint(from);
      if (!fits(e.operand)) return DecodeFault::other_thread;
    } else if (e.kind == EventKind::fence) {
      return order(from, e);
    } else if (e.kind == EventKind::untracked_begin || e.kind == EventKind::untracked_end) {
      const auto what = static_cast<unsigned>(*from++);
      if (what < 1 || what > 3) return DecodeFault::untracked;
      e.untracked = static_cast<Untracked>(what);
    }
    return DecodeFault::none;
  }

  binary_format::History history_;
};

}  // namespace steward
