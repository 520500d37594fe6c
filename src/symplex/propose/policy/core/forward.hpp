// One step of SymFormer for a chunk of prefixes: the newest node of each passes through the layers
// once and leaves its keys and values; the open slot reads them and yields the logits.
#pragma once

#include <algorithm>
#include <cmath>

#include "gradient.hpp"
#include "network.hpp"

namespace symplex {

// How many prefixes a worker takes at a time: with node and slot, whole blocks of rows.
constexpr std::size_t CHUNK = 48;

class Forward {
 public:
  // The logits of the open slots, `stride` floats apart. `rows` are prefixes of one length, the
  // `index`-th and the following ones; the keys of shorter ones are there already.
  const float* run(const Network& network, Keys& keys, const Prefix* rows, std::size_t count,
                   std::size_t index) {
    network_ = &network;
    prefixes_ = rows;
    count_ = count;
    place_ = std::size_t(rows[0].tree.position);
    reserve();
    embed();
    fresh_ = place_ ? keys.blocks[place_ - 1].reserve(0) + index * network.stride() : nullptr;
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer) refine(keys, layer);
    normalise(slots(), count, normed_.reserve(0));
    float* logits = logits_.reserve(count * network.output.outputs());
    network.output.apply(Then::WRITE, normed_.data(), network.width, count, logits,
                         network.output.outputs());
    return logits;
  }

 private:
  const Network* network_ = nullptr;
  const Prefix* prefixes_ = nullptr;
  std::size_t count_ = 0, place_ = 0;
  float* fresh_ = nullptr;  // where the newest nodes leave their keys and values
  Buffer rows_, normed_, query_, slot_keys_, gathered_, hidden_, logits_;

  std::size_t nodes() const { return place_ ? count_ : 0; }
  float* slots() { return rows_.reserve(0) + nodes() * network_->width; }

  void reserve() {
    std::size_t rows = nodes() + count_, width = network_->width;
    for (Buffer* buffer : {&rows_, &normed_, &query_, &gathered_}) buffer->reserve(rows * width);
    slot_keys_.reserve(count_ * 2 * width);
    hidden_.reserve(rows * network_->hidden);
  }

  void embed() {
    const Network& net = *network_;
    std::size_t width = net.width;
    float* node = rows_.reserve(0);
    float* slot = slots();
    const float* before = net.position.data() + (place_ ? place_ - 1 : 0) * width;
    const float* here = net.position.data() + place_ * width;
    for (std::size_t r = 0; r < count_; ++r, slot += width) {
      const PartialTree& tree = prefixes_[r].tree;
      std::size_t none = net.vocabulary, deep = std::size_t(tree.depth);
      std::size_t above = tree.parent < 0 ? none : tree.tokens[tree.parent];
      std::size_t beside = tree.sibling < 0 ? none : tree.tokens[tree.sibling];
      const float* parent = net.parent.data() + above * width;
      const float* sibling = net.sibling.data() + beside * width;
      const float* depth = net.depth.data() + std::min(deep, net.depths - 1) * width;
      for (std::size_t i = 0; i < width; ++i)
        slot[i] = net.hole[i] + (parent[i] + sibling[i]) + depth[i] + here[i];
      if (!place_) continue;
      const float* token = net.token.data() + tree.tokens[place_ - 1] * width;
      for (std::size_t i = 0; i < width; ++i) node[r * width + i] = token[i] + before[i];
    }
  }

  // Attention and feed-forward network of one layer, each added to what was there.
  void refine(const Keys& keys, std::size_t number) {
    const Layer& layer = network_->layers[number];
    std::size_t width = network_->width, rows = nodes() + count_;
    normalise(rows_.data(), rows, normed_.reserve(0));
    if (place_)
      layer.key_value.apply(Then::WRITE, normed_.data(), width, count_,
                            fresh_ + number * 2 * width, network_->stride());
    layer.key_value.apply(Then::WRITE, normed_.data() + nodes() * width, width, count_,
                          slot_keys_.reserve(0), 2 * width);
    // The last layer's nodes leave keys and values alone.
    std::size_t skipped = number + 1 == network_->layers.size() ? nodes() : 0;
    std::size_t skip = skipped * width;
    rows -= skipped;
    layer.query.apply(Then::WRITE, normed_.data() + skip, width, rows, query_.reserve(0) + skip,
                      width);
    attend(keys, number, skipped);
    float* at = rows_.reserve(0) + skip;
    layer.merge.apply(Then::ADD, gathered_.data() + skip, width, rows, at, width);
    normalise(at, rows, normed_.reserve(0) + skip);
    layer.widen.apply(Then::RECTIFY, normed_.data() + skip, width, rows, hidden_.reserve(0),
                      network_->hidden);
    layer.narrow.apply(Then::ADD, hidden_.data(), network_->hidden, rows, at, width);
  }

  void attend(const Keys& keys, std::size_t layer, std::size_t skipped) {
    switch (network_->head_width()) {
      case 4: return attend_by<4>(keys, layer, skipped);
      case 8: return attend_by<8>(keys, layer, skipped);
      default: return attend_by<16>(keys, layer, skipped);
    }
  }

  template <std::size_t WIDTH>
  void attend_by(const Keys& keys, std::size_t number, std::size_t skipped) {
    const Layer& layer = network_->layers[number];
    std::size_t width = network_->width, stride = network_->stride(), at = number * 2 * width;
    const float* seen[MAX_LENGTH + 1];
    for (std::size_t r = 0; r < count_; ++r) {
      const Prefix& prefix = prefixes_[r];
      for (std::size_t node = 0; node < place_; ++node)
        seen[node] = keys.at(prefix, node, stride) + at;
      if (place_ && !skipped)
        gather<WIDTH>(layer, r, seen, prefix.node_relations.data(), place_);
      seen[place_] = slot_keys_.data() + r * 2 * width;
      gather<WIDTH>(layer, nodes() + r, seen, prefix.slot_relations.data(), place_ + 1);
    }
  }

  // Softmax(Q(K + R)ᵀ)V for one row, all heads side by side.
  template <std::size_t WIDTH>
  void gather(const Layer& layer, std::size_t row, const float* const* seen,
              const std::uint8_t* relations, std::size_t count) {
    Heads query[WIDTH], affinity[RELATIONS], scores[MAX_LENGTH + 1], sum[WIDTH];
    for (std::size_t d = 0; d < WIDTH; ++d)
      query[d] = load<Heads>(query_.data() + (row * WIDTH + d) * HEADS);
    for (std::size_t n = 0; n < RELATIONS; ++n) {
      affinity[n] = Heads{};
      for (std::size_t d = 0; d < WIDTH; ++d)
        affinity[n] += query[d] * load<Heads>(layer.relation.data() + (n * WIDTH + d) * HEADS);
    }
    Heads most = Heads{} - 1e30f, total{};
    for (std::size_t j = 0; j < count; ++j) {
      Heads score = affinity[relations[j]];
      for (std::size_t d = 0; d < WIDTH; ++d) score += query[d] * load<Heads>(seen[j] + d * HEADS);
      scores[j] = score;
      most = larger(most, score);
    }
    for (std::size_t d = 0; d < WIDTH; ++d) sum[d] = Heads{};
    for (std::size_t j = 0; j < count; ++j) {
      Heads weight = exponential(scores[j] - most);
      const float* value = seen[j] + WIDTH * HEADS;
      total += weight;
      for (std::size_t d = 0; d < WIDTH; ++d) sum[d] += weight * load<Heads>(value + d * HEADS);
    }
    for (std::size_t d = 0; d < WIDTH; ++d)
      store(sum[d] / total, gathered_.reserve(0) + (row * WIDTH + d) * HEADS);
  }

  // Gain and offset are part of the matrix that follows.
  void normalise(const float* from, std::size_t rows, float* to) const {
    std::size_t width = network_->width;
    for (std::size_t r = 0; r < rows; ++r) normalise_row(from + r * width, width, to + r * width);
  }
};

}  // namespace symplex
