// The losses of all trees that were scored, by their keys: found and added to by the batch.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "siphash.hpp"

namespace symplex {

class LossTable {
 public:
  std::size_t size() const { return keys_.size(); }
  const std::vector<Key>& keys() const { return keys_; }
  const std::vector<double>& losses() const { return losses_; }

  // The loss of a key; NaN if there is none.
  double find(const Key& key) const {
    std::size_t at = buckets_.empty() ? EMPTY : buckets_[bucket(key)];
    return at == EMPTY ? std::nan("") : losses_[at];
  }

  // Adds a key or changes its loss; true if it is new.
  bool put(const Key& key, double loss) {
    if (2 * (keys_.size() + 1) > buckets_.size()) grow();
    std::uint32_t& at = buckets_[bucket(key)];
    bool is_new = at == EMPTY;
    if (is_new) {
      at = std::uint32_t(keys_.size());
      keys_.push_back(key);
      losses_.push_back(loss);
    } else {
      losses_[at] = loss;
    }
    return is_new;
  }

 private:
  static constexpr std::uint32_t EMPTY = std::numeric_limits<std::uint32_t>::max();
  std::vector<Key> keys_;
  std::vector<double> losses_;
  std::vector<std::uint32_t> buckets_;  // a power of two of them, at most half of them in use

  // Where the key is, or where it would go. Keys are hashes: their bits are as good as random.
  std::size_t bucket(const Key& key) const {
    std::size_t mask = buckets_.size() - 1, at = key.low & mask;
    while (buckets_[at] != EMPTY && !(keys_[buckets_[at]] == key)) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    buckets_.assign(buckets_.empty() ? 1024 : 2 * buckets_.size(), EMPTY);
    for (std::size_t i = 0; i < keys_.size(); ++i) buckets_[bucket(keys_[i])] = std::uint32_t(i);
  }
};

}  // namespace symplex
