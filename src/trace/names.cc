#include "trace/names.h"

#include <charconv>
#include <iterator>
#include <utility>

namespace steward {
namespace {

// Cuts `:number` off the end of `text`. Only numbers that print back as they were read count.
std::optional<std::uint32_t> cut_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(colon + 1);
  std::uint32_t number = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool plain = failure == std::errc() && end == digits.data() + digits.size();
  if (!plain || digits.front() == '0') return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

}  // namespace

std::string text_of(const Site& site) {
  if (site.file.empty()) return site.function;
  std::string text = site.file;
  if (site.line != 0) text += ":" + std::to_string(site.line);
  if (site.line != 0 && site.column != 0) text += ":" + std::to_string(site.column);
  if (!site.function.empty()) text += " " + site.function;
  return text;
}

Site site_from(std::string_view text) {
  const std::size_t space = text.find(' ');
  std::string_view place = text.substr(0, space);
  const std::string_view function = space == std::string_view::npos ? "" : text.substr(space + 1);
  const bool ends_in_space = space != std::string_view::npos && function.empty();
  const auto last = cut_number(place);
  const auto before = last ? cut_number(place) : std::nullopt;
  Site site;
  if (!last || place.empty() || ends_in_space) {
    site.function = text;
    return site;
  }
  site.function = function;
  site.file = place;
  site.line = before ? *before : *last;
  site.column = before ? *last : 0;
  return site;
}

void Names::define(NamedObject what, std::uint64_t id, std::string name) {
  if (object(what, id) == name) return;
  object_of_[static_cast<int>(what)][id] = objects_.size();
  objects_.push_back({what, id, std::move(name)});
}

void Names::define(SiteId id, Site site) {
  if (const Site* known = this->site(id); known != nullptr && *known == site) return;
  site_of_[id.value()] = sites_.size();
  sites_.push_back({id, std::move(site)});
}

void Names::define(AddressRange range, std::string name) {
  if (range.end() <= range.begin) return;
  auto next = range_at_.lower_bound(range.begin);
  if (next != range_at_.end()) {
    const RangeDefinition& known = ranges_[next->second];
    if (known.range == range && known.name == name) return;
  }
  if (next != range_at_.begin()) {
    const auto before = std::prev(next);
    if (ranges_[before->second].range.overlaps(range)) range_at_.erase(before);
  }
  while (next != range_at_.end() && next->first < range.end()) next = range_at_.erase(next);
  range_at_.emplace_hint(next, range.begin, ranges_.size());
  ranges_.push_back({range, std::move(name)});
}

std::string_view Names::object(NamedObject what, std::uint64_t id) const {
  const auto& positions = object_of_[static_cast<int>(what)];
  const auto found = positions.find(id);
  return found == positions.end() ? std::string_view() : objects_[found->second].name;
}

const Site* Names::site(SiteId id) const {
  const auto found = site_of_.find(id.value());
  return found == site_of_.end() ? nullptr : &sites_[found->second].site;
}

std::optional<NamedPlace> Names::location(Address address) const {
  auto next = range_at_.upper_bound(address);
  if (next == range_at_.begin()) return std::nullopt;
  const RangeDefinition& found = ranges_[std::prev(next)->second];
  if (!found.range.contains(address)) return std::nullopt;
  return NamedPlace{found.name, address - found.range.begin, found.range.size};
}

}  // namespace steward
