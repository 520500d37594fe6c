// Trees as prefix bytes: what surgery needs to know of a vocabulary, and canonical keys.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "need.hpp"
#include "siphash.hpp"

namespace symplex {

// The largest tree that surgery takes or makes on its way; far above what any search asks for.
constexpr std::size_t MAX_NODES = 1 << 16;

// Trees of a batch, copied so that no other thread can change them once they are checked.
struct Forest {
  std::vector<std::uint8_t> ids;
  std::vector<double> values;  // one for each node: its constant at a slot, 1 elsewhere
  std::vector<std::int64_t> offsets = {0};
  std::size_t size() const { return offsets.size() - 1; }
};

class TreeTable {
 public:
  TreeTable(std::vector<std::uint8_t> arities, std::vector<std::uint8_t> commutative, int constant)
      : arities_(std::move(arities)), commutative_(std::move(commutative)) {
    need(!arities_.empty() && arities_.size() <= 256, "a vocabulary must hold 1 to 256 tokens");
    need(commutative_.size() == arities_.size(),
           "there must be one arity and one mark of commutativity for each token");
    for (std::size_t id = 0; id < arities_.size(); ++id)
      need(!commutative_[id] || arities_[id] == 2,
             "a commutative operator must take two arguments");
    need(constant >= 0 && std::size_t(constant) < arities_.size() && arities_[constant] == 0,
           "the constant must be a leaf of the vocabulary");
    constant_ = std::uint8_t(constant);
  }

  std::uint8_t constant() const { return constant_; }
  std::size_t arity(std::uint8_t id) const { return arities_[id]; }
  bool has(int id, std::size_t arity) const {
    return id >= 0 && std::size_t(id) < arities_.size() && arities_[id] == arity;
  }
  bool has(int id) const { return id >= 0 && std::size_t(id) < arities_.size(); }

  // Refuses whatever is not a batch of whole trees.
  void check(const std::vector<std::uint8_t>& ids, const std::vector<std::int64_t>& offsets) const {
    need(!offsets.empty() && offsets.front() == 0, "offsets must start at 0");
    need(offsets.back() >= 0 && std::size_t(offsets.back()) == ids.size(),
           "offsets must end at the number of tokens");
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
      need(offsets[i] <= offsets[i + 1], "offsets must not fall");
    for (std::uint8_t id : ids)
      need(id < arities_.size(), "a token id is not in the vocabulary");
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      std::size_t open = 1;
      for (std::int64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
        need(open > 0, "tokens are left over after a tree");
        open += arities_[ids[k]];
        --open;
      }
      need(open == 0, "a tree misses an argument");
    }
  }

  // A batch with its constants, checked. `constants` holds one value for each slot.
  Forest forest(std::vector<std::uint8_t> ids, std::vector<std::int64_t> offsets,
                const std::vector<double>& constants) const {
    check(ids, offsets);
    std::size_t slots = std::size_t(std::count(ids.begin(), ids.end(), constant_));
    need(slots == constants.size(), "there must be one constant for each slot");
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
      need(std::size_t(offsets[i + 1] - offsets[i]) <= MAX_NODES, "a tree has too many nodes");
    std::vector<double> values(ids.size(), 1.0);
    std::size_t next = 0;
    for (std::size_t k = 0; k < ids.size(); ++k)
      if (ids[k] == constant_) values[k] = constants[next++];
    return {std::move(ids), std::move(values), std::move(offsets)};
  }

  // One past the subtree that begins at a position of a whole tree.
  std::size_t end(const std::uint8_t* ids, std::size_t start) const {
    for (std::size_t open = 1; open; ++start) open += arities_[ids[start]] - std::size_t(1);
    return start;
  }

  // The key of a whole tree, which is spelled canonically on the way. `ends` is working memory.
  Key key(std::uint8_t* ids, std::size_t n, std::vector<std::size_t>& ends) const {
    ends.resize(n);
    for (std::size_t at = n; at-- > 0;) {
      std::size_t first_end = at + 1, end = at + 1;
      for (std::size_t k = 0; k < arities_[ids[at]]; ++k) {
        end = ends[end];
        if (k == 0) first_end = end;
      }
      ends[at] = end;
      if (commutative_[ids[at]]) sort_arguments(ids + at + 1, ids + first_end, ids + end);
    }
    return SipHash::of(ids, n);
  }

 private:
  std::vector<std::uint8_t> arities_, commutative_;
  std::uint8_t constant_ = 0;

  // A subtree spelled anew is as long as before, so arguments trade places where they stand. No
  // spelling begins another one, so the shorter need not be told from the longer.
  static void sort_arguments(std::uint8_t* first, std::uint8_t* second, std::uint8_t* end) {
    if (std::lexicographical_compare(second, end, first, second)) std::rotate(first, second, end);
  }
};

}  // namespace symplex
