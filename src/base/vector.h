// A growing array on a Heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/check.h"
#include "base/heap.h"

namespace steward {

template <class T>
class Vector {
 public:
  explicit Vector(Heap& heap) : heap_(&heap) {}
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;
  Vector(Vector&& other) noexcept
      : heap_(other.heap_),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Vector& operator=(Vector&& other) noexcept {
    std::swap(heap_, other.heap_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Vector() {
    clear();
    if (data_ != nullptr) heap_->deallocate(data_, capacity_ * sizeof(T));
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }
  std::span<const T> span() const { return {data_, size_}; }
  Heap& heap() const { return *heap_; }

  T& operator[](std::size_t i) {
    STEWARD_DCHECK(i < size_);
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    STEWARD_DCHECK(i < size_);
    return data_[i];
  }

  // The arguments may be parts of elements of this vector.
  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (size_ == capacity_) [[unlikely]]
      return grow_for(std::forward<Arguments>(arguments)...);
    return *new (data_ + size_++) T(std::forward<Arguments>(arguments)...);
  }
  void push_back(const T& value) { emplace_back(value); }
  void pop_back() { data_[--size_].~T(); }
  void clear() {
    while (size_ > 0) pop_back();
  }
  void resize(std::size_t size, T fill = T()) {
    if (size > capacity_) reserve(size < capacity_ * 2 ? capacity_ * 2 : size);
    while (size_ < size) push_back(fill);
    while (size_ > size) pop_back();
  }
  // The order of the others is kept.
  void insert(std::size_t at, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const T copy = value;
    push_back(copy);
    for (std::size_t i = size_ - 1; i > at; --i) data_[i] = data_[i - 1];
    data_[at] = copy;
  }
  void erase(std::size_t at) {
    for (std::size_t i = at + 1; i < size_; ++i) data_[i - 1] = std::move(data_[i]);
    pop_back();
  }
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    move_to(static_cast<T*>(heap_->allocate(capacity * sizeof(T))), capacity);
  }

 private:
  // The new element is made before the old ones move: it may be made from one of them.
  template <class... Arguments>
  T& grow_for(Arguments&&... arguments) {
    const std::size_t capacity = capacity_ == 0 ? 4 : capacity_ * 2;
    T* grown = static_cast<T*>(heap_->allocate(capacity * sizeof(T)));
    T* added = new (grown + size_) T(std::forward<Arguments>(arguments)...);
    move_to(grown, capacity);
    ++size_;
    return *added;
  }
  void move_to(T* grown, std::size_t capacity) {
    for (std::size_t i = 0; i < size_; ++i) {
      new (grown + i) T(std::move(data_[i]));
      data_[i].~T();
    }
    if (data_ != nullptr) heap_->deallocate(data_, capacity_ * sizeof(T));
    data_ = grown;
    capacity_ = capacity;
  }

  Heap* heap_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace steward
