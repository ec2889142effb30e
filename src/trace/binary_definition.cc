#include "trace/binary_definition.h"

#include <limits>
#include <utility>

namespace steward {
namespace {

using binary_format::Defined;

static_assert(static_cast<int>(NamedObject::thread) == static_cast<int>(Defined::thread));
static_assert(static_cast<int>(NamedObject::condition) == static_cast<int>(Defined::condition));

// Takes one field after the other; after the first that is wrong or cut off, all others are empty.
class Fields {
 public:
  Fields(const std::byte* from, const std::byte* end) : from_(from), end_(end) {}

  const std::byte* position() const { return from_; }
  const char* wrong() const { return wrong_; }

  std::uint64_t number() { return stopped() ? 0 : get_varint(from_); }
  std::uint32_t small_number() {
    const std::uint64_t value = number();
    if (value > std::numeric_limits<std::uint32_t>::max())
      wrong_ = "with a number that needs more than 32 bits";
    return static_cast<std::uint32_t>(value);
  }
  std::string text() {
    const std::uint64_t length = number();
    if (length > binary_format::kMaxNameBytes) wrong_ = "with a name of more than 65535 bytes";
    if (stopped()) return {};
    const auto* characters = reinterpret_cast<const char*>(from_);
    if (length > static_cast<std::size_t>(end_ - from_)) {
      from_ = end_ + 1;
      return {};
    }
    from_ += length;
    return std::string(characters, length);
  }

 private:
  bool stopped() const { return wrong_ != nullptr || from_ > end_; }

  const std::byte* from_;
  const std::byte* const end_;
  const char* wrong_ = nullptr;
};

Site read_site(Fields& fields) {
  Site site;
  site.function = fields.text();
  site.file = fields.text();
  site.line = fields.small_number();
  site.column = fields.small_number();
  return site;
}

}  // namespace

ReadDefinition read_definition(const std::byte* from, const std::byte* end) {
  if (from >= end) return {.definition = {}, .end = end + 1};
  const auto what = static_cast<unsigned>(*from++);
  if (what > static_cast<unsigned>(Defined::range))
    return {.definition = {}, .end = from, .wrong = "of a kind that is unknown"};
  BinaryDefinition definition;
  definition.what = static_cast<Defined>(what);
  const bool small_id = definition.what == Defined::thread || definition.what == Defined::site;
  Fields fields(from, end);
  definition.id = small_id ? fields.small_number() : fields.number();
  if (definition.what == Defined::range) definition.size = fields.number();
  if (definition.what == Defined::site) definition.site = read_site(fields);
  else definition.name = fields.text();
  return {std::move(definition), fields.position(), fields.wrong()};
}

void BinaryDefinition::add_to(Names& names) && {
  switch (what) {
    case Defined::thread:
    case Defined::lock:
    case Defined::message:
    case Defined::condition:
      return names.define(static_cast<NamedObject>(what), id, std::move(name));
    case Defined::site:
      return names.define(SiteId(static_cast<std::uint32_t>(id)), std::move(site));
    case Defined::range: return names.define(AddressRange{Address(id), size}, std::move(name));
  }
}

}  // namespace steward
