// Scores whole trees. Prefixes that trees share are computed once, node and slot of every prefix at
// once in each layer; what a backward pass needs is kept.
#pragma once

#include <limits>

#include "forward.hpp"
#include "team.hpp"
#include "trie.hpp"

namespace symplex {

using Floats = std::vector<float>;

class Scoring {
 public:
  std::vector<double> log_probs, entropies;  // of each tree; the mean over its slots

  Scoring(const Network& network, Trie&& trie, std::size_t threads)
      : net_(network), trie_(std::move(trie)), threads_(std::max<std::size_t>(threads, 1)),
        rows_(trie_.prefixes.size()) {
    Team team(threads_);
    team_ = &team;
    reserve();
    embed();
    for (std::size_t number = 0; number < net_.layers.size(); ++number) forward(number);
    conclude();
  }

  std::size_t size() const { return trie_.trees(); }
  std::size_t length(std::size_t t) const { return trie_.offsets[t + 1] - trie_.offsets[t]; }
  int depth(std::size_t t) const { return trie_.depths[t]; }

 protected:
  // What the forward pass of a layer leaves for the backward pass, a row for each node and slot.
  struct Kept {
    Floats normed, scale, query, keys, gathered, normed2, scale2, hidden;
    std::vector<Heads> weights;  // of attention, one for each node that a row sees
  };

  Network net_;
  Trie trie_;
  std::size_t threads_, rows_;
  Team* team_ = nullptr;
  std::vector<Kept> kept_;
  std::vector<std::size_t> seen_;  // where the weights of each row begin
  Floats stream_, normed_, scale_, chances_;
  std::vector<double> spread_;  // the entropy of each slot
  static constexpr double NEVER = -std::numeric_limits<double>::infinity();

  // Work on rows [begin, end) of nodes and slots, in chunks that depend on nothing but the number.
  template <class Work>
  void each_row(std::size_t begin, std::size_t end, Work work) {
    constexpr std::size_t SIZE = 2 * CHUNK;
    team_->each((end - begin + SIZE - 1) / SIZE, [&](std::size_t, std::size_t item) {
      std::size_t from = begin + item * SIZE;
      work(from, std::min(end, from + SIZE));
    });
  }

  // The rows that a layer's attention asks from: of the last one, slots alone.
  std::size_t asking(std::size_t number) const {
    return number + 1 == net_.layers.size() ? rows_ : 0;
  }
  // How many rows a row sees: a node those up to itself, a slot one more.
  std::size_t reach(std::size_t row) const {
    std::size_t place = std::size_t(trie_.prefixes[row % rows_].tree.position);
    return row < rows_ ? place : place + 1;
  }
  std::size_t seen(std::size_t row, std::size_t j) const {
    const Prefix& prefix = trie_.prefixes[row % rows_];
    return j < std::size_t(prefix.tree.position) ? prefix.path[j] : row;
  }
  const std::uint8_t* relations(std::size_t row) const {
    const Prefix& prefix = trie_.prefixes[row % rows_];
    return row < rows_ ? prefix.node_relations.data() : prefix.slot_relations.data();
  }

  void reserve() {
    std::size_t all = 2 * rows_, width = net_.width;
    seen_.assign(1, 0);
    for (std::size_t row = 0; row < all; ++row) seen_.push_back(seen_.back() + reach(row));
    kept_.resize(net_.layers.size());
    for (Kept& kept : kept_) {
      for (Floats* one : {&kept.normed, &kept.query, &kept.gathered, &kept.normed2})
        one->resize(all * width);
      kept.keys.resize(all * 2 * width);
      kept.hidden.resize(all * net_.hidden);
      kept.scale.resize(all);
      kept.scale2.resize(all);
      kept.weights.resize(seen_.back());
    }
    stream_.resize(all * width);
  }

  void embed() {
    std::size_t width = net_.width;
    for (std::size_t r = 0; r < rows_; ++r) {
      const PartialTree& tree = trie_.prefixes[r].tree;
      std::size_t place = std::size_t(tree.position);
      const float* parts[] = {&net_.parent[above(tree) * width], &net_.sibling[beside(tree) * width],
                              &net_.depth[deep(tree) * width], &net_.position[place * width]};
      float* slot = &stream_[(rows_ + r) * width];
      for (std::size_t i = 0; i < width; ++i)
        slot[i] = net_.hole[i] + (parts[0][i] + parts[1][i]) + parts[2][i] + parts[3][i];
      if (!place) continue;  // the empty prefix has no node: zeros, which nothing looks at
      const float* token = &net_.token[trie_.prefixes[r].token * width];
      const float* before = &net_.position[(place - 1) * width];
      for (std::size_t i = 0; i < width; ++i) stream_[r * width + i] = token[i] + before[i];
    }
  }

  std::size_t above(const PartialTree& tree) const {
    return tree.parent < 0 ? net_.vocabulary : tree.tokens[std::size_t(tree.parent)];
  }
  std::size_t beside(const PartialTree& tree) const {
    return tree.sibling < 0 ? net_.vocabulary : tree.tokens[std::size_t(tree.sibling)];
  }
  std::size_t deep(const PartialTree& tree) const {
    return std::min(std::size_t(tree.depth), net_.depths - 1);
  }

  void forward(std::size_t number) {
    const Layer& layer = net_.layers[number];
    Kept& kept = kept_[number];
    std::size_t width = net_.width, hidden = net_.hidden;
    each_row(0, 2 * rows_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r)
        kept.scale[r] = normalise_row(&stream_[r * width], width, &kept.normed[r * width]);
      layer.key_value.apply(Then::WRITE, &kept.normed[begin * width], width, end - begin,
                            &kept.keys[begin * 2 * width], 2 * width);
    });
    each_row(asking(number), 2 * rows_, [&](std::size_t begin, std::size_t end) {
      std::size_t at = begin * width, count = end - begin;
      layer.query.apply(Then::WRITE, &kept.normed[at], width, count, &kept.query[at], width);
      attend(layer, kept, begin, end);
      layer.merge.apply(Then::ADD, &kept.gathered[at], width, count, &stream_[at], width);
      for (std::size_t r = begin; r < end; ++r)
        kept.scale2[r] = normalise_row(&stream_[r * width], width, &kept.normed2[r * width]);
      layer.widen.apply(Then::RECTIFY, &kept.normed2[at], width, count,
                        &kept.hidden[begin * hidden], hidden);
      layer.narrow.apply(Then::ADD, &kept.hidden[begin * hidden], hidden, count, &stream_[at],
                         width);
    });
  }

  void attend(const Layer& layer, Kept& kept, std::size_t begin, std::size_t end) {
    std::size_t width = net_.width, features = net_.head_width();
    for (std::size_t row = begin; row < end; ++row) {
      const float* query = &kept.query[row * width];
      Heads* weights = &kept.weights[seen_[row]];
      const std::uint8_t* related = relations(row);
      Heads most = Heads{} - 1e30f, total{};
      for (std::size_t j = 0; j < reach(row); ++j) {
        const float* key = &kept.keys[seen(row, j) * 2 * width];
        const float* relation = &layer.relation[related[j] * width];
        Heads score{};
        for (std::size_t d = 0; d < features * HEADS; d += HEADS)
          score += load<Heads>(query + d) * (load<Heads>(key + d) + load<Heads>(relation + d));
        weights[j] = score;
        most = larger(most, score);
      }
      for (std::size_t j = 0; j < reach(row); ++j)
        total += weights[j] = exponential(weights[j] - most);
      float* gathered = &kept.gathered[row * width];
      std::fill(gathered, gathered + width, 0.0f);
      for (std::size_t j = 0; j < reach(row); ++j) {
        const float* value = &kept.keys[seen(row, j) * 2 * width + width];
        weights[j] = weights[j] / total;
        for (std::size_t d = 0; d < width; d += HEADS)
          store(load<Heads>(gathered + d) + weights[j] * load<Heads>(value + d), gathered + d);
      }
    }
  }

  // Logits, distributions, and what the trees make of them.
  void conclude() {
    std::size_t width = net_.width, size = net_.output.outputs();
    normed_.resize(rows_ * width);
    scale_.resize(rows_);
    chances_.resize(rows_ * size);
    spread_.resize(rows_);
    Floats logits(rows_ * size);
    std::vector<double> log_totals(rows_);
    each_row(0, rows_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r)
        scale_[r] = normalise_row(&stream_[(rows_ + r) * width], width, &normed_[r * width]);
      net_.output.apply(Then::WRITE, &normed_[begin * width], width, end - begin,
                        &logits[begin * size], size);
      for (std::size_t r = begin; r < end; ++r)
        log_totals[r] =
            distribute(trie_.legal[r], &logits[r * size], &chances_[r * size], &spread_[r]);
    });
    for (std::size_t t = 0; t < trie_.trees(); ++t) {
      double sum = 0, entropy = 0;
      for (std::size_t c = trie_.offsets[t]; c < trie_.offsets[t + 1]; ++c) {
        const Choice& made = trie_.choices[c];
        double logit = logits[made.prefix * size + made.token];
        sum += made.is_legal ? logit - log_totals[made.prefix] : NEVER;
        entropy += spread_[made.prefix];
      }
      log_probs.push_back(sum);
      entropies.push_back(entropy / double(length(t)));
    }
  }

  // The legal tokens' chances and their entropy; returns the logarithm that logits are lessened by.
  double distribute(const TokenSet& legal, const float* logits, float* chances,
                    double* entropy) const {
    std::size_t size = net_.output.outputs();
    float most = -1e30f;
    for (std::size_t id = 0; id < net_.vocabulary; ++id)
      if (legal.has(id)) most = std::max(most, logits[id]);
    for (std::size_t id = 0; id < size; ++id)
      chances[id] = id < net_.vocabulary && legal.has(id) ? logits[id] - most : -1e30f;
    double total = 0, surprise = 0;
    for (std::size_t id = 0; id < size; id += HEADS)
      store(exponential(load<Heads>(chances + id)), chances + id);
    for (std::size_t id = 0; id < net_.vocabulary; ++id) {
      total += chances[id];
      if (chances[id] > 0) surprise += chances[id] * double(logits[id] - most);
    }
    for (std::size_t id = 0; id < size; ++id) chances[id] = float(chances[id] / total);
    *entropy = std::log(total) - surprise / total;
    return double(most) + std::log(total);
  }
};

}  // namespace symplex
