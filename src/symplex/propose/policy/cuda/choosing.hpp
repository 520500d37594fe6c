// The choices of a group's trees: the next token of each, and what is done with whole ones.
#pragma once

#include "growing.hpp"

#ifdef __CUDACC__
#define SYMPLEX_DEVICE __device__
#else
#define SYMPLEX_DEVICE
#endif

namespace symplex::gpu {

// All functions are for one tree of the group, by one thread, but for `is_busy`.
template <class Crew>
class Choosing {
 public:
  const Table table;

  SYMPLEX_DEVICE Choosing(Crew& crew, const SymplexTrees& trees, const Table& table, Row* rows,
                          std::uint8_t* related)
      : table(table), crew_(crew), trees_(trees), rows_(rows), related_(related) {}

  SYMPLEX_DEVICE void begin(int r, bool busy) {
    rows_[r].busy = busy;
    if (busy) take_next(r);
  }

  SYMPLEX_DEVICE bool is_busy() const {
    bool busy = false;
    for (int r = 0; r < ROWS; ++r) busy |= rows_[r].busy;
    return busy;
  }

  // What every node is to the newest node, or to the slot.
  SYMPLEX_DEVICE std::uint8_t* related(int row, bool to_slot) const {
    return related_ + (2 * row + to_slot) * table.max_length;
  }

  // Takes the token at which the tree's number falls into the distribution.
  SYMPLEX_DEVICE void choose(int r, float* logits, const float* bias) {
    Row& row = rows_[r];
    if (!row.busy) return;
    const TokenSet legal = row.tree.legal(table);
    float most = -1e30f;
    std::size_t chosen = 0;  // legal, even where the weights are no numbers
    for (std::size_t id = 0; id < table.size; ++id) {
      if (!legal.has(id)) continue;
      chosen = id;
      logits[id] += bias[id];
      most = logits[id] > most ? logits[id] : most;
    }
    double total = 0, surprise = 0;
    for (std::size_t id = 0; id < table.size; ++id) {
      if (!legal.has(id)) continue;
      const float below = logits[id] - most, chance = std::exp(below);
      total += chance;
      surprise += chance > 0 ? double(chance) * below : 0;
    }
    const auto place = std::uint64_t(row.tree.position);
    const double height = choice(trees_.seed, row.index, row.attempt, place) * total;
    double reached = 0;
    for (std::size_t id = 0; id < table.size && !(reached > height); ++id) {
      if (!legal.has(id)) continue;
      const float chance = std::exp(logits[id] - most);
      if (chance > 0) chosen = id;
      reached += chance;
    }
    const double log_total = std::log(total);
    row.log_prob += double(logits[chosen] - most) - log_total;
    row.entropy += log_total - surprise / total;
    write(r, std::uint8_t(chosen));
  }

 private:
  Crew& crew_;
  const SymplexTrees& trees_;
  Row* rows_;
  std::uint8_t* related_;

  SYMPLEX_DEVICE void take_next(int r) {
    Row& row = rows_[r];
    row.index = crew_.next(trees_.counters);
    row.busy = row.index < trees_.count;
    row.attempt = 0;
    restart(r);
  }

  SYMPLEX_DEVICE void restart(int r) {
    rows_[r].begin();
    related(r, true)[0] = SELF;
  }

  SYMPLEX_DEVICE void write(int r, std::uint8_t token) {
    Row& row = rows_[r];
    PartialTree& tree = row.tree;
    if (tree.open + table.arity[token] == 1) {
      tree.tokens[tree.position] = token;
      end(r, std::size_t(tree.position) + 1);
      return;
    }
    std::uint8_t *to_node = related(r, false), *to_slot = related(r, true);
    for (int node = 0; node <= tree.position; ++node) to_node[node] = to_slot[node];
    tree.write(table, token);
    tree.relations(to_slot);
  }

  // Hands out a whole tree, unless it is degenerate: then it is drawn again.
  SYMPLEX_DEVICE void end(int r, std::size_t length) {
    Row& row = rows_[r];
    const std::size_t index = row.index;
    const bool sound = !is_degenerate(table, row.tree.tokens, length);
    if (!sound) {
      crew_.next(trees_.counters + 1);
      if (++row.attempt < trees_.attempts) {
        restart(r);
        return;
      }
    }
    std::uint8_t* to = trees_.tokens + index * std::size_t(table.max_length);
    for (std::size_t i = 0; i < length; ++i) to[i] = row.tree.tokens[i];
    trees_.lengths[index] = sound ? std::int64_t(length) : 0;
    trees_.log_probs[index] = row.log_prob;
    trees_.entropies[index] = row.entropy;
    take_next(r);
  }
};

}  // namespace symplex::gpu
