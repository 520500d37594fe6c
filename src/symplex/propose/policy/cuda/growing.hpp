// What a group of trees that grow together keeps, and where it lies in a block's memory.
#pragma once

#include "api.hpp"
#include "grammar.hpp"
#include "numbers.hpp"
#include "streams.hpp"

namespace symplex::gpu {

constexpr int ROWS = 32;            // trees of a group
constexpr int PLACES = 2 * ROWS;    // the newest node of each, then the slot of each
constexpr int WIDTH = 64, HEADS = 8, HEAD = WIDTH / HEADS;
constexpr int TILE = 16;            // what matrices are cut into
// Rows are a little apart, or the banks of memory would collide.
constexpr int STREAM_STRIDE = WIDTH + 4, NORMED_STRIDE = WIDTH + 8, MIXED_STRIDE = 3 * WIDTH + 4;
constexpr int PANEL = 64 * (2 * WIDTH + 8);  // numbers of a matrix that are staged at a time

SYMPLEX_SHARED constexpr std::size_t padded(std::size_t size, std::size_t to) {
  return (size + to - 1) / to * to;
}

// The grammar's tables; the same names as those of `Tokens`.
struct Table {
  const std::uint8_t *arity, *constant_leaf, *slot, *trigonometry, *cancelling, *tuple;
  const TokenSet *under, *fits;
  std::size_t size;
  int most, max_depth, max_length, max_constants;

  SYMPLEX_SHARED Table(const SymplexPolicy& policy, const SymplexGrammar& grammar)
      : size(std::size_t(policy.vocabulary)),
        most(int(grammar.most)),
        max_depth(int(grammar.max_depth)),
        max_length(int(grammar.max_length)),
        max_constants(int(grammar.max_constants)) {
    const std::size_t n = size + 1;
    arity = grammar.facts;
    constant_leaf = arity + n;
    slot = constant_leaf + n;
    trigonometry = slot + n;
    cancelling = trigonometry + n;
    tuple = cancelling + n;
    under = reinterpret_cast<const TokenSet*>(grammar.sets);
    fits = under + 4 * n;
  }
};

// One tree of a group.
struct Row {
  PartialTree tree;
  double log_prob, entropy;
  std::uint32_t index, attempt;
  bool busy;

  SYMPLEX_SHARED void begin() {
    tree.unfinished = tree.varied = tree.inside = 0;
    tree.position = tree.constants = tree.depth = 0;
    tree.open = 1;
    tree.parent = tree.sibling = -1;
    tree.slot_inside = tree.must_vary = false;
    log_prob = entropy = 0;
  }
};

// A block's memory.
template <class Number>
struct Room {
  Row* rows;
  float* streams;         // [place][STREAM_STRIDE]: what layers add to
  Number* normed;         // [place][NORMED_STRIDE]: what matrices are multiplied with
  float* mixed;           // products on their way, and hidden features after them
  Number* panel;          // a part of a matrix
  float* sums;            // [place][4][2]
  std::uint8_t* related;  // [row][2][length]: of every node to the newest node, and to the slot

  SYMPLEX_SHARED static std::size_t mixed_size(std::size_t hidden, std::size_t vocabulary) {
    std::size_t products = sizeof(float) * PLACES * MIXED_STRIDE;
    std::size_t wide = PLACES * ((hidden + 4) * sizeof(float) + (hidden + 8) * sizeof(Number));
    std::size_t logits = sizeof(float) * ROWS * (padded(vocabulary, TILE) + 4);
    std::size_t most = products > wide ? products : wide;
    return most > logits ? most : logits;
  }

  SYMPLEX_SHARED static std::size_t size(const SymplexPolicy& policy,
                                         const SymplexGrammar& grammar) {
    return Room(nullptr, policy, grammar).end_;
  }

  SYMPLEX_SHARED Room(unsigned char* memory, const SymplexPolicy& policy,
                      const SymplexGrammar& grammar) {
    const auto hidden = std::size_t(policy.hidden), vocabulary = std::size_t(policy.vocabulary);
    streams = take<float>(memory, sizeof(float) * PLACES * STREAM_STRIDE);
    normed = take<Number>(memory, sizeof(Number) * PLACES * NORMED_STRIDE);
    mixed = take<float>(memory, mixed_size(hidden, vocabulary));
    panel = take<Number>(memory, sizeof(Number) * PANEL);
    sums = take<float>(memory, sizeof(float) * PLACES * 8);
    rows = take<Row>(memory, sizeof(Row) * ROWS);
    related = take<std::uint8_t>(memory, std::size_t(2 * ROWS * grammar.max_length));
  }

 private:
  std::size_t end_ = 0;

  template <class T>
  SYMPLEX_SHARED T* take(unsigned char* memory, std::size_t bytes) {
    T* found = reinterpret_cast<T*>(memory + end_);
    end_ = padded(end_ + bytes, 128);
    return found;
  }
};

}  // namespace symplex::gpu
