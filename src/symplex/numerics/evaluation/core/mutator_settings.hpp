// What random changes of trees are made with, and what they give.
#pragma once

#include <optional>

#include "tree_table.hpp"

namespace symplex {

constexpr std::size_t MAX_ATTEMPTS = 1 << 24;  // of one call, which cannot be interrupted

// What new parts are made of.
struct Alphabet {
  std::vector<std::uint8_t> leaves, unary, binary;  // without the constant and the tuple
  std::optional<std::uint8_t> plus, times, root;    // the root of a system is a tuple
};

// One tree after the other; `values` as in Forest.
struct Tree {
  std::vector<std::uint8_t> ids;
  std::vector<double> values;

  std::size_t size() const { return ids.size(); }
  void clear() {
    ids.clear();
    values.clear();
  }
  void push(std::uint8_t id) {
    ids.push_back(id);
    values.push_back(1.0);
  }
  template <class Source>
  void append(const Source& from, std::size_t start, std::size_t end) {
    ids.insert(ids.end(), from.ids.begin() + start, from.ids.begin() + end);
    values.insert(values.end(), from.values.begin() + start, from.values.begin() + end);
  }
};

struct Proposals {
  std::vector<std::uint8_t> ids;
  std::vector<std::int64_t> offsets = {0};
  std::vector<double> constants;
  std::vector<std::uint8_t> is_random;  // 1 where a tree was made from nothing
};

struct MutatorSettings {
  TreeTable table;
  Alphabet alphabet;
  Forest blocks;  // the problem's own formulas
  std::size_t max_length;

  void check() const {
    need(max_length >= 1 && max_length <= MAX_NODES, "the longest tree is out of range");
    for (std::uint8_t id : alphabet.leaves)
      need(table.has(id, 0) && id != table.constant(), "a leaf is an operator or the constant");
    for (std::uint8_t id : alphabet.unary) need(table.has(id, 1), "a unary operator is not one");
    for (std::uint8_t id : alphabet.binary)
      need(table.has(id, 2) && id != alphabet.root, "a binary operator is not one");
    for (auto sign : {alphabet.plus, alphabet.times})
      need(!sign || (table.has(*sign, 2) && sign != alphabet.root),
             "plus and times must be binary operators");
    if (!alphabet.root) return;
    need(table.has(*alphabet.root) && table.arity(*alphabet.root) > 0,
           "the root of a system must be an operator");
    for (std::uint8_t id : blocks.ids) need(id != *alphabet.root, "a block holds a tuple");
  }

  // Parents of a system are tuples, and nothing else is.
  void check_parents(const Forest& parents) const {
    if (!alphabet.root) return;
    for (std::size_t i = 0; i < parents.size(); ++i)
      for (std::int64_t k = parents.offsets[i]; k < parents.offsets[i + 1]; ++k)
        need((parents.ids[k] == *alphabet.root) == (k == parents.offsets[i]),
               "the tuple of a system must be at the root and nowhere else");
  }
};

}  // namespace symplex
