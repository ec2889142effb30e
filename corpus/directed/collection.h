// What all collections can do, after the Java library of old: an interface, iterators that notice
// when the collection was changed under them, and operations on whole collections that are
// written once, on top of iterators.
#pragma once

#include <memory>
#include <stdexcept>

struct ConcurrentModification : std::runtime_error {
  ConcurrentModification() : runtime_error("changed while somebody iterates") {}
};
struct NoSuchElement : std::runtime_error {
  NoSuchElement() : runtime_error("there is no next element") {}
};

class Iterator {
 public:
  virtual ~Iterator() = default;
  virtual bool has_next() = 0;
  virtual int next() = 0;
};

// Thread safety: none. An iterator must not outlive its collection.
class Collection {
 public:
  virtual ~Collection() = default;

  virtual int size() = 0;
  virtual bool add(int value) = 0;
  virtual void remove_all() = 0;
  virtual std::unique_ptr<Iterator> iterator() = 0;

  virtual bool contains(int value) {
    for (const auto i = iterator(); i->has_next();)
      if (i->next() == value) return true;
    return false;
  }
  // Whoever locks this locks nothing of `other`.
  virtual bool contains_all(Collection& other) {
    for (const auto i = other.iterator(); i->has_next();)
      if (!contains(i->next())) return false;
    return true;
  }
  virtual bool add_all(Collection& other) {
    bool changed = false;
    for (const auto i = other.iterator(); i->has_next();) changed |= add(i->next());
    return changed;
  }
  virtual bool equals(Collection& other) {
    const auto mine = iterator(), theirs = other.iterator();
    while (mine->has_next() && theirs->has_next())
      if (mine->next() != theirs->next()) return false;
    return mine->has_next() == theirs->has_next();
  }
};
