// Events to bytes, into memory of the caller. This half of the binary writer also runs inside the
// analysed program, so it allocates nothing, throws nothing and needs no library's object code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/varint.h"
#include "trace/binary_format.h"

namespace steward {

// Encodes one stream of records. Every function writes to `out`, which must have room for the
// stated maximum, and returns the end of what it wrote; bytes behind that may have been touched.
//
// Thread safety: none; a stream has one encoder.
class BinaryEncoder {
 public:
  static constexpr std::size_t kMaxEventBytes = binary_format::kMaxEventBytes;
  static constexpr std::size_t kMaxEndBytes = 1 + kMaxVarintBytes;
  static constexpr std::size_t kMaxDefinitionBytes = binary_format::kMaxDefinitionBytes;

  // The first bytes of the file: binary_format::kHeaderBytes. `max_store_age` is a promise about
  // the events to come.
  static std::byte* header(std::uint8_t max_store_age, std::byte* out) {
    std::memcpy(out, binary_format::kMagic, sizeof binary_format::kMagic);
    out += sizeof binary_format::kMagic;
    *out++ = std::byte(binary_format::kVersion & 0xff);
    *out++ = std::byte(binary_format::kVersion >> 8);
    *out++ = std::byte(max_store_age);
    *out++ = std::byte(0);
    return out;
  }

  std::byte* event(const Event& e, std::byte* out) {
    std::byte* const tag = out++;
    unsigned flags = static_cast<unsigned>(e.kind);
    if (e.thread.value() != history_.thread) {
      flags |= binary_format::kThreadFollows;
      out = put_varint(out, history_.thread = e.thread.value());
    }
    binary_format::Slot& slot = history_.of(e.thread.value());
    if (e.site.value() != slot.site) {
      flags |= binary_format::kSiteFollows;
      out = put_varint(out, slot.site = e.site.value());
    }
    if (has_range(e.kind)) {
      if (e.range.size != slot.size) {
        flags |= binary_format::kSizeFollows;
        out = put_varint(out, slot.size = e.range.size);
      }
      out = delta(e.range.begin.value(), slot.address, out);
    }
    *tag = std::byte(flags);
    ++events_;
    return operands(e, slot, out);
  }

  // The last record. A file without it was cut off.
  std::byte* end(std::byte* out) const {
    *out++ = std::byte(binary_format::kEnd);
    return put_varint(out, events_);
  }

  // Names; each may come at any time, best before the first event that uses it.
  static std::byte* name(binary_format::Defined what, std::uint64_t id, std::string_view text,
                         std::byte* out) {
    return string(text, put_varint(definition(what, out), id));
  }
  static std::byte* site(SiteId id, std::string_view function, std::string_view file,
                         std::uint32_t line, std::uint32_t column, std::byte* out) {
    out = put_varint(definition(binary_format::Defined::site, out), id.value());
    out = string(file, string(function, out));
    return put_varint(put_varint(out, line), column);
  }
  static std::byte* range(AddressRange bytes, std::string_view text, std::byte* out) {
    out = put_varint(definition(binary_format::Defined::range, out), bytes.begin.value());
    return string(text, put_varint(out, bytes.size));
  }

 private:
  static std::byte* definition(binary_format::Defined what, std::byte* out) {
    *out++ = std::byte(binary_format::kDefinition);
    *out++ = std::byte(what);
    return out;
  }
  static std::byte* string(std::string_view text, std::byte* out) {
    const std::size_t length = std::min(text.size(), binary_format::kMaxNameBytes);
    out = put_varint(out, length);
    if (length != 0) std::memcpy(out, text.data(), length);
    return out + length;
  }
  // The difference to `previous`, which becomes `value`.
  static std::byte* delta(std::uint64_t value, std::uint64_t& previous, std::byte* out) {
    out = put_varint(out, zigzag(value - previous));
    previous = value;
    return out;
  }

  static std::byte* operands(const Event& e, binary_format::Slot& slot, std::byte* out) {
    if (has_order(e.kind)) *out++ = std::byte(e.order);
    if (e.kind == EventKind::atomic_load) *out++ = std::byte(e.store_age);
    if (e.kind == EventKind::copy) out = put_varint(out, zigzag(e.operand - slot.address));
    if (binary_format::names_object(e.kind)) out = delta(e.operand, slot.object, out);
    if (e.kind == EventKind::wait)
      out = put_varint(out, zigzag(e.wait_lock().value() - slot.object));
    if (names_thread(e.kind)) out = put_varint(out, e.other().value());
    if (e.kind == EventKind::untracked_begin || e.kind == EventKind::untracked_end)
      *out++ = std::byte(e.untracked);
    return out;
  }

  binary_format::History history_;
  std::uint64_t events_ = 0;
};

}  // namespace steward
