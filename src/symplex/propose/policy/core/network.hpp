// SymFormer's weights, ready for single steps: layer norms, scales and the order of heads are
// folded into the matrices by whoever made the arrays (policy/compiled.py).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "grammar.hpp"
#include "linear.hpp"

namespace symplex {

struct Layer {
  Linear query, key_value, merge, widen, narrow;
  // A key for each relation: [relation][feature of a head][head].
  std::vector<float> relation;
};

struct Network {
  std::size_t width = 0, hidden = 0, vocabulary = 0, depths = 0, places = 0;
  // What a node and a slot begin with; one row more of parents and siblings stands for none.
  std::vector<float> token, parent, sibling, depth, position, hole;
  std::vector<Layer> layers;
  Linear output;
  // Of a row of keys and values: one of each for every layer.
  std::size_t stride() const { return layers.size() * 2 * width; }
  std::size_t head_width() const { return width / HEADS; }
};

// A prefix that some trees of a batch share: the tree so far, and what the network needs of it.
struct Prefix {
  PartialTree tree;
  // Of every node to the slot, and to the newest node when that was the slot; each with itself.
  std::array<std::uint8_t, MAX_LENGTH> slot_relations, node_relations;
  // For each node, the prefix that ends with it, among those of its length.
  std::array<std::uint32_t, MAX_LENGTH> path;
  std::uint32_t above = 0;             // the prefix that this one extends
  std::uint32_t first = 0, count = 0;  // the trees that share it
  std::uint8_t token = 0;              // by which it extends that one
};

// Memory that keeps its size between batches and is never cleared.
class Buffer {
 public:
  float* reserve(std::size_t size) {
    if (size > size_) {
      data_.reset(new float[size]);
      size_ = size;
    }
    return data_.get();
  }
  const float* data() const { return data_.get(); }

 private:
  std::unique_ptr<float[]> data_;
  std::size_t size_ = 0;
};

// The keys and values of all nodes of the prefixes at hand, by position.
struct Keys {
  std::array<Buffer, MAX_LENGTH> blocks;
  const float* at(const Prefix& prefix, std::size_t node, std::size_t stride) const {
    return blocks[node].data() + prefix.path[node] * stride;
  }
};

}  // namespace symplex
