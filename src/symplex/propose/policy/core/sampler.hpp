// Draws trees from a network, all of a batch position by position. Trees that begin alike share a
// prefix, which is computed once. A tree's choices come from a random stream of its own: neither
// the batch nor the number of threads changes it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "forward.hpp"
#include "streams.hpp"
#include "team.hpp"

namespace symplex {

// Trees as they are drawn; a tree of length 0 is still to be drawn.
struct Drawn {
  std::size_t capacity;
  std::vector<std::uint8_t> tokens, lengths;
  std::vector<double> log_probs, entropies;  // of whole trees; summed over the tokens
  std::size_t rejected = 0;
  Drawn(std::size_t count, std::size_t capacity)
      : capacity(capacity), tokens(count * capacity), lengths(count), log_probs(count),
        entropies(count) {}
};

class Sampler {
 public:
  // `attempts`: how often degenerate trees are drawn again before they are left out.
  Drawn sample(const Network& network, const Tokens& tokens, std::size_t count, std::uint64_t seed,
               std::size_t attempts, std::size_t threads) {
    network_ = &network;
    table_ = &tokens;
    seed_ = seed;
    Drawn drawn(count, std::size_t(tokens.max_length));
    drawn_ = &drawn;
    workers_.resize(std::max<std::size_t>(threads, 1));
    Team team(workers_.size());
    for (std::size_t begin = 0; begin < count; begin += COHORT) {
      std::vector<std::uint32_t> todo(std::min(COHORT, count - begin));
      for (std::size_t i = 0; i < todo.size(); ++i) todo[i] = std::uint32_t(begin + i);
      for (attempt_ = 0; attempt_ < attempts && !todo.empty(); ++attempt_) {
        draw(todo, team);
        todo.erase(std::remove_if(todo.begin(), todo.end(), [&](auto t) { return is_sound(t); }),
                   todo.end());
        drawn.rejected += todo.size();
      }
    }
    return drawn;
  }

 private:
  // Trees that are drawn together: their keys and values stay within the cache.
  static constexpr std::size_t COHORT = 1024;

  struct Worker {
    Forward forward;
    std::vector<float> chances;
    std::vector<double> sums;
  };

  const Network* network_ = nullptr;
  const Tokens* table_ = nullptr;
  Drawn* drawn_ = nullptr;
  std::uint64_t seed_ = 0, attempt_ = 0;
  Keys keys_;
  std::vector<Worker> workers_;
  std::vector<Prefix> prefixes_, longer_;
  std::vector<std::uint32_t> trees_, sorted_;  // the trees of each prefix, one after the other
  std::vector<std::uint8_t> chosen_;           // the token that each of them chose

  bool is_sound(std::uint32_t tree) {
    std::size_t length = drawn_->lengths[tree];
    if (!is_degenerate(*table_, drawn_->tokens.data() + tree * drawn_->capacity, length))
      return true;
    drawn_->lengths[tree] = 0;
    drawn_->log_probs[tree] = drawn_->entropies[tree] = 0;
    return false;
  }

  void draw(const std::vector<std::uint32_t>& todo, Team& team) {
    trees_ = todo;
    longer_.resize(1);
    longer_[0] = Prefix();
    longer_[0].above = NOTHING;
    longer_[0].count = std::uint32_t(todo.size());
    for (std::size_t place = 0; !longer_.empty(); ++place) {
      std::size_t rows = longer_.size();
      if (place) keys_.blocks[place - 1].reserve(rows * network_->stride());
      chosen_.resize(trees_.size());
      std::size_t share = (rows + workers_.size() - 1) / workers_.size();
      std::size_t chunk = std::min(CHUNK, std::max(share, CHUNK / 4));
      team.each((rows + chunk - 1) / chunk, [&](std::size_t member, std::size_t item) {
        advance(workers_[member], item * chunk, std::min(rows, (item + 1) * chunk));
      });
      prefixes_.swap(longer_);
      part();
    }
  }

  // Writes the newest token of some prefixes and chooses the next one for each of their trees.
  void advance(Worker& worker, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      Prefix& prefix = longer_[row];
      if (prefix.above != NOTHING) extend(prefix, row);
      prefix.tree.relations(prefix.slot_relations.data());
    }
    Prefix* rows = longer_.data() + begin;
    const float* logits = worker.forward.run(*network_, keys_, rows, end - begin, begin);
    for (std::size_t row = begin; row < end; ++row)
      choose(worker, longer_[row], logits + (row - begin) * network_->output.outputs());
  }

  void extend(Prefix& prefix, std::size_t row) const {
    const Prefix& shorter = prefixes_[prefix.above];
    prefix.tree = shorter.tree;
    prefix.tree.write(*table_, prefix.token);
    prefix.node_relations = shorter.slot_relations;
    prefix.path = shorter.path;
    prefix.path[std::size_t(prefix.tree.position) - 1] = std::uint32_t(row);
  }

  // Each tree of a prefix takes the token at which its number falls into the distribution.
  void choose(Worker& worker, const Prefix& prefix, const float* logits) {
    TokenSet legal = prefix.tree.legal(*table_);
    float most = spread(worker, legal, logits);
    double* sums = worker.sums.data();
    double total = 0, surprise = 0;
    for (std::size_t id = 0; id < table_->size; ++id) {
      double chance = worker.chances[id];
      sums[id] = total += chance;
      if (chance > 0) surprise += chance * double(logits[id] - most);
    }
    double log_total = std::log(total), entropy = log_total - surprise / total;
    std::size_t place = std::size_t(prefix.tree.position);
    for (std::size_t i = prefix.first; i < prefix.first + prefix.count; ++i) {
      std::size_t tree = trees_[i];
      double height = choice(seed_, tree, attempt_, place) * total;
      auto id = std::size_t(std::upper_bound(sums, sums + table_->size, height) - sums);
      chosen_[i] = std::uint8_t(id);
      drawn_->tokens[tree * drawn_->capacity + place] = std::uint8_t(id);
      drawn_->log_probs[tree] += double(logits[id] - most) - log_total;
      drawn_->entropies[tree] += entropy;
      if (ends(prefix, id)) drawn_->lengths[tree] = std::uint8_t(place + 1);
    }
  }

  // The chances of all tokens, relative to that of the likeliest, whose logit is returned.
  float spread(Worker& worker, const TokenSet& legal, const float* logits) const {
    std::size_t size = network_->output.outputs();
    worker.chances.resize(size);
    worker.sums.resize(size);
    float most = NEVER;
    for (std::size_t id = 0; id < table_->size; ++id)
      if (legal.has(id)) most = std::max(most, logits[id]);
    for (std::size_t id = 0; id < size; ++id)
      worker.chances[id] = id < table_->size && legal.has(id) ? logits[id] - most : NEVER;
    for (std::size_t id = 0; id < size; id += HEADS)
      store(exponential(load<Heads>(&worker.chances[id])), &worker.chances[id]);
    return most;
  }

  bool ends(const Prefix& prefix, std::size_t token) const {
    return prefix.tree.open + table_->arity[token] == 1;
  }

  // One longer prefix for each token that was chosen, in the order of prefixes and of tokens.
  void part() {
    longer_.clear();
    sorted_.clear();
    std::array<std::uint32_t, 256> counts;
    for (std::size_t row = 0; row < prefixes_.size(); ++row) {
      const Prefix& prefix = prefixes_[row];
      counts.fill(0);
      for (std::size_t i = 0; i < prefix.count; ++i) ++counts[chosen_[prefix.first + i]];
      for (std::size_t id = 0; id < table_->size; ++id) {
        if (!counts[id] || ends(prefix, id)) continue;
        Prefix& next = longer_.emplace_back();
        next.above = std::uint32_t(row);
        next.token = std::uint8_t(id);
        next.first = std::uint32_t(sorted_.size());
        next.count = counts[id];
        for (std::size_t i = prefix.first; next.first + counts[id] > sorted_.size(); ++i)
          if (chosen_[i] == id) sorted_.push_back(trees_[i]);
      }
    }
    trees_.swap(sorted_);
  }

  static constexpr std::uint32_t NOTHING = std::numeric_limits<std::uint32_t>::max();
  static constexpr float NEVER = -1e30f;
};

}  // namespace symplex
