// The keys that a search has met, in the order in which it met them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "siphash.hpp"

namespace symplex {

// Open addressing: a cell holds a position in `keys_`, found from the key's own bits, which are
// already well mixed.
class SeenKeys {
 public:
  static constexpr std::int64_t ABSENT = -1;

  std::size_t size() const { return keys_.size(); }
  const std::vector<Key>& keys() const { return keys_; }

  // Where a key stands in the order of insertion, or ABSENT.
  std::int64_t position(const Key& key) const {
    std::uint32_t held = cells_[cell_of(key)];
    return held == EMPTY ? ABSENT : std::int64_t(held);
  }

  // Whether the key is new; then it is held from now on.
  bool insert(const Key& key) {
    std::size_t cell = cell_of(key);
    if (cells_[cell] != EMPTY) return false;
    if (keys_.size() >= EMPTY) throw std::length_error("too many keys");
    keys_.push_back(key);
    cells_[cell] = std::uint32_t(keys_.size() - 1);
    if (2 * keys_.size() > cells_.size()) grow();
    return true;
  }

 private:
  static constexpr std::uint32_t EMPTY = 0xffffffffu;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> cells_ = std::vector<std::uint32_t>(64, EMPTY);

  // The key's cell, or the empty one that it would take; the number of cells is a power of two.
  std::size_t cell_of(const Key& key) const {
    std::size_t mask = cells_.size() - 1, cell = std::size_t(key.low) & mask;
    while (cells_[cell] != EMPTY && !(keys_[cells_[cell]] == key)) cell = (cell + 1) & mask;
    return cell;
  }

  void grow() {
    cells_.assign(2 * cells_.size(), EMPTY);
    for (std::size_t i = 0; i < keys_.size(); ++i) cells_[cell_of(keys_[i])] = std::uint32_t(i);
  }
};

}  // namespace symplex
