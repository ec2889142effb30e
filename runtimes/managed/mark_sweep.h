// A collector that moves nothing: what can be reached is marked, and all else becomes free cells.
//
// The heap is pages of cells, all cells of a page of one size; an object that is larger than a page
// has pages of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "managed/collector.h"

namespace managed {

class MarkSweep final : public Collector {
 public:
  MarkSweep(char* memory, std::size_t size);

  void* allocate(std::size_t bytes) override;
  void collect(Roots& roots) override;
  void for_each_object(steward::FunctionRef<void(Object&)> f) override;
  std::size_t bytes_in_use() const override { return in_use_; }

 private:
  static constexpr std::size_t kPage = 16 * 1024;
  static constexpr std::size_t kLargest = kPage / 4;  // of what shares a page
  static constexpr std::size_t kClasses = kLargest / kGranule + 1;

  struct Page {
    std::size_t cell = 0;  // bytes of one; 0: the page is free, or belongs to the one before
    bool taken = false;
  };
  struct Cell {
    Cell* next;
  };

  std::size_t granule_of(const void* at) const {
    return static_cast<std::size_t>(static_cast<const char*>(at) - begin_) / kGranule;
  }
  std::size_t page_of(const void* at) const {
    return static_cast<std::size_t>(static_cast<const char*>(at) - begin_) / kPage;
  }
  bool make_cells(std::size_t bytes);
  char* take_pages(std::size_t count, std::size_t cell);
  void mark(Object*& slot);
  void trace();
  void sweep();
  void sweep_page(std::size_t page);
  void reclaim(char* begin, char* end);

  char* const begin_;
  std::vector<Page> pages_;
  std::vector<Cell*> free_{kClasses};  // by size in granules
  std::vector<bool> object_begins_;    // by granule
  std::vector<bool> marked_;
  std::vector<Object*> to_trace_;
  std::size_t in_use_ = 0;
};

}  // namespace managed
