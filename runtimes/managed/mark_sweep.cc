#include "managed/mark_sweep.h"

#include <cstring>
#include <utility>

#include "managed/tell.h"

namespace managed {

MarkSweep::MarkSweep(char* memory, std::size_t size)
    : begin_(memory),
      pages_(size / kPage),
      object_begins_(size / kGranule),
      marked_(size / kGranule) {}

void* MarkSweep::allocate(std::size_t bytes) {
  char* object = nullptr;
  if (bytes > kLargest) {
    object = take_pages((bytes + kPage - 1) / kPage, bytes);
  } else {
    Cell*& first = free_[bytes / kGranule];
    if (first == nullptr && !make_cells(bytes)) return nullptr;
    object = reinterpret_cast<char*>(first);
    first = first->next;
  }
  if (object == nullptr) return nullptr;
  object_begins_[granule_of(object)] = true;
  in_use_ += bytes;
  tell::allocated(object, bytes);
  std::memset(object, 0, bytes);
  return object;
}

bool MarkSweep::make_cells(std::size_t bytes) {
  char* const page = take_pages(1, bytes);
  if (page == nullptr) return false;
  Cell*& first = free_[bytes / kGranule];
  for (std::size_t i = kPage / bytes; i > 0; --i) {
    auto* const cell = reinterpret_cast<Cell*>(page + (i - 1) * bytes);
    cell->next = first;
    first = cell;
  }
  return true;
}

// First fit.
char* MarkSweep::take_pages(std::size_t count, std::size_t cell) {
  std::size_t run = 0;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    run = pages_[i].taken ? 0 : run + 1;
    if (run < count) continue;
    const std::size_t first = i + 1 - count;
    for (std::size_t j = first; j <= i; ++j) pages_[j] = {0, true};
    pages_[first].cell = cell;
    return begin_ + first * kPage;
  }
  return nullptr;
}

void MarkSweep::collect(Roots& roots) {
  const auto mark_one = [this](Object*& slot) { mark(slot); };
  const auto survivor = [this](Object* object) {
    return marked_[granule_of(object)] ? object : nullptr;
  };
  roots.visit_strong(mark_one);
  trace();
  roots.visit_dying(survivor, mark_one);
  trace();
  roots.after(survivor);
  sweep();
}

void MarkSweep::mark(Object*& slot) {
  if (slot == nullptr) return;
  const std::size_t granule = granule_of(slot);
  if (marked_[granule]) return;
  marked_[granule] = true;
  to_trace_.push_back(slot);
}

void MarkSweep::trace() {
  while (!to_trace_.empty()) {
    Object& object = *to_trace_.back();
    to_trace_.pop_back();
    for_each_reference(object, [this](Object*& slot) { mark(slot); });
  }
}

void MarkSweep::sweep() {
  free_.assign(kClasses, nullptr);
  for (std::size_t page = 0; page < pages_.size(); ++page)
    if (pages_[page].cell != 0) sweep_page(page);
  marked_.assign(marked_.size(), false);
}

// Dead neighbours go in one go. A page without any object is free for all sizes.
void MarkSweep::sweep_page(std::size_t page) {
  const std::size_t bytes = pages_[page].cell;
  const std::size_t cells = bytes > kLargest ? 1 : kPage / bytes;
  char* const first = begin_ + page * kPage;
  Cell** const head = bytes > kLargest ? nullptr : &free_[bytes / kGranule];
  Cell* const before = head == nullptr ? nullptr : *head;
  char* dead = nullptr;  // where a run of dead ones begins
  bool lives = false;
  for (std::size_t i = 0; i < cells; ++i) {
    char* const at = first + i * bytes;
    const std::size_t granule = granule_of(at);
    const bool dies = object_begins_[granule] && !marked_[granule];
    if (dies && dead == nullptr) dead = at;
    if (!dies && dead != nullptr) reclaim(std::exchange(dead, nullptr), at);
    if (marked_[granule]) {
      lives = true;
      continue;
    }
    if (dies) in_use_ -= bytes;
    object_begins_[granule] = false;
    if (head != nullptr) {
      auto* const cell = reinterpret_cast<Cell*>(at);
      cell->next = *head;
      *head = cell;
    }
  }
  if (dead != nullptr) reclaim(dead, first + cells * bytes);
  if (lives) return;
  if (head != nullptr) *head = before;
  const std::size_t count = bytes > kLargest ? (bytes + kPage - 1) / kPage : 1;
  for (std::size_t i = page; i < page + count; ++i) pages_[i] = {};
}

void MarkSweep::reclaim(char* begin, char* end) {
  tell::reclaimed(begin, static_cast<std::size_t>(end - begin));
}

void MarkSweep::for_each_object(steward::FunctionRef<void(Object&)> f) {
  for (std::size_t i = 0; i < object_begins_.size(); ++i)
    if (object_begins_[i]) f(*reinterpret_cast<Object*>(begin_ + i * kGranule));
}

}  // namespace managed
