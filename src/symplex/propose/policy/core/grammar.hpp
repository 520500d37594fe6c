// The grammar of expression/sequences, for one growing tree at a time: the same rules, the same
// masks. What each of them means is told there; the names are the same. A GPU runs it too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "instruction.hpp"

namespace symplex {

// The most tokens of a tree: positions are bits of a word.
constexpr std::size_t MAX_LENGTH = 64;
constexpr std::size_t MAX_ARITY = 8;

// Relations of a node to the slot being filled, in the order of growth.py.
enum Relation : std::uint8_t { SELF, PARENT, CHILD, SIBLING, ANCESTOR, OTHER, RELATIONS };

// A set of token ids.
struct TokenSet {
  std::uint64_t words[4] = {};
  SYMPLEX_SHARED bool has(std::size_t id) const { return words[id / 64] >> (id % 64) & 1; }
  SYMPLEX_SHARED void set(std::size_t id, bool on) {
    std::uint64_t bit = std::uint64_t(1) << (id % 64);
    words[id / 64] = on ? words[id / 64] | bit : words[id / 64] & ~bit;
  }
  SYMPLEX_SHARED bool empty() const { return !(words[0] | words[1] | words[2] | words[3]); }
  SYMPLEX_SHARED TokenSet operator&(const TokenSet& other) const {
    TokenSet both;
    for (std::size_t i = 0; i < 4; ++i) both.words[i] = words[i] & other.words[i];
    return both;
  }
};

struct Tokens {
  // By id; the id one past the vocabulary stands for "no token".
  std::vector<std::uint8_t> arity, constant_leaf, slot, trigonometry, cancelling, tuple;
  std::vector<TokenSet> under, fits;
  std::size_t size = 0;  // of the vocabulary
  int most = 0;          // the largest arity
  int max_depth = 0, max_length = 0, max_constants = 0;
};

// A tree that grows: `write` fills its open slot and moves to the next.
struct PartialTree {
  std::uint8_t tokens[MAX_LENGTH];
  std::int8_t parents[MAX_LENGTH], latest[MAX_LENGTH];
  std::uint8_t depths[MAX_LENGTH], levels[MAX_LENGTH];
  std::int8_t stack[MAX_LENGTH + MAX_ARITY];
  std::uint64_t unfinished = 0, varied = 0, inside = 0;
  int position = 0, open = 1, constants = 0;
  // The open slot.
  int parent = -1, sibling = -1, depth = 0;
  bool slot_inside = false, must_vary = false;

  template <class Table>
  SYMPLEX_SHARED std::size_t parent_token(const Table& table) const {
    return parent < 0 ? table.size : tokens[parent];
  }
  template <class Table>
  SYMPLEX_SHARED std::size_t sibling_token(const Table& table) const {
    return sibling < 0 ? table.size : tokens[sibling];
  }

  template <class Table>
  SYMPLEX_SHARED void write(const Table& table, std::uint8_t token) {
    int here = position;
    std::uint64_t bit = std::uint64_t(1) << here;
    tokens[here] = token;
    parents[here] = std::int8_t(parent);
    latest[here] = -1;
    depths[here] = std::uint8_t(depth);
    levels[here] = std::uint8_t(open);
    if (parent >= 0) {
      latest[parent] = std::int8_t(here);
      if (!table.constant_leaf[token]) varied |= std::uint64_t(1) << parent;
    }
    if (table.tuple[token]) varied |= bit;
    if (slot_inside || table.trigonometry[token]) inside |= bit;
    unfinished |= bit;
    for (int argument = 0; argument < table.arity[token]; ++argument)
      stack[open - 1 + argument] = std::int8_t(here);
    open += table.arity[token] - 1;
    constants += table.slot[token];
    position = here + 1;
    // A node is finished once fewer arguments are open than when its own slot was.
    for (int node = 0; node < position; ++node)
      if (levels[node] > open) unfinished &= ~(std::uint64_t(1) << node);
    if (open > 0) find_slot();
  }

  template <class Table>
  SYMPLEX_SHARED TokenSet legal(const Table& table) const {
    std::size_t above = parent_token(table);
    int fitting = table.max_length - position - open;
    if (fitting < 0 || depth >= table.max_depth) fitting = 0;
    if (fitting > table.most) fitting = table.most;
    bool left = constants < table.max_constants;
    TokenSet found = table.under[(above * 2 + slot_inside) * 2 + must_vary] &
                     table.fits[std::size_t(fitting) * 2 + left];
    if (sibling >= 0 && table.cancelling[above] && table.arity[tokens[sibling]] == 0) {
      found.set(tokens[sibling], false);
      if (found.empty()) found.set(tokens[sibling], true);
    }
    return found;
  }

  SYMPLEX_SHARED void relations(std::uint8_t* to) const {
    for (int node = 0; node < position; ++node)
      to[node] = node == parent              ? PARENT
                 : parents[node] == parent   ? SIBLING
                 : unfinished >> node & 1    ? ANCESTOR
                                             : OTHER;
    to[position] = SELF;
  }

 private:
  SYMPLEX_SHARED void find_slot() {
    int top = open - 1;
    parent = stack[top];
    sibling = latest[parent];
    depth = depths[parent] + 1;
    slot_inside = inside >> parent & 1;
    bool last = top < 1 || stack[top - 1] != parent;
    must_vary = last && !(varied >> parent & 1);
  }
};

// Whether a whole tree has an operator over equal arguments or over constants alone: `replay.py`.
template <class Table>
SYMPLEX_SHARED inline bool is_degenerate(const Table& table, const std::uint8_t* ids,
                                         std::size_t length) {
  std::uint8_t ends[MAX_LENGTH + 1];
  for (std::size_t at = length; at-- > 0;) {
    std::size_t arity = table.arity[ids[at]], end = at + 1, first = 0;
    bool constant = arity > 0 && !table.tuple[ids[at]];
    for (std::size_t argument = 1; argument <= arity; ++argument) {
      constant = constant && at + argument < length && table.constant_leaf[ids[at + argument]];
      end = ends[end];
      if (argument == 1) first = end;
    }
    ends[at] = std::uint8_t(end);
    if (constant) return true;
    if (!table.cancelling[ids[at]] || end - first != first - at - 1) continue;
    std::size_t same = at + 1, size = first - same;
    while (same < first && ids[same] == ids[same + size]) ++same;
    if (same == first) return true;
  }
  return false;
}

}  // namespace symplex
