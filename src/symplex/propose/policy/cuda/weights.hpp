// SymFormer's weights as they lie in the two arrays of api.hpp.
#pragma once

#include "growing.hpp"

namespace symplex::gpu {

template <class Number>
struct LayerWeights {
  const Number *mix, *merge, *widen, *narrow;
  const float *mix_bias, *merge_bias, *widen_bias, *narrow_bias, *relation;
};

template <class Number>
struct Weights {
  const float *token, *parent, *sibling, *depth, *hole, *position, *output_bias;
  const Number* output;
  std::size_t layers, hidden, vocabulary, depths;

  SYMPLEX_SHARED Weights(const SymplexPolicy& policy, std::size_t length)
      : layers(std::size_t(policy.layers)),
        hidden(std::size_t(policy.hidden)),
        vocabulary(std::size_t(policy.vocabulary)),
        depths(std::size_t(policy.depths)),
        matrices_(static_cast<const Number*>(policy.matrices)) {
    token = policy.vectors;
    parent = token + vocabulary * WIDTH;
    sibling = parent + (vocabulary + 1) * WIDTH;
    depth = sibling + (vocabulary + 1) * WIDTH;
    hole = depth + depths * WIDTH;
    position = hole + WIDTH;
    vectors_ = position + length * WIDTH;
    output = matrices_ + layers * matrix_numbers();
    output_bias = vectors_ + layers * vector_numbers();
  }

  SYMPLEX_SHARED LayerWeights<Number> layer(std::size_t number) const {
    LayerWeights<Number> found;
    found.mix = matrices_ + number * matrix_numbers();
    found.merge = found.mix + 3 * WIDTH * WIDTH;
    found.widen = found.merge + WIDTH * WIDTH;
    found.narrow = found.widen + hidden * WIDTH;
    found.mix_bias = vectors_ + number * vector_numbers();
    found.merge_bias = found.mix_bias + 3 * WIDTH;
    found.widen_bias = found.merge_bias + WIDTH;
    found.narrow_bias = found.widen_bias + hidden;
    found.relation = found.narrow_bias + WIDTH;
    return found;
  }

 private:
  const Number* matrices_;
  const float* vectors_;

  SYMPLEX_SHARED std::size_t matrix_numbers() const { return (4 * WIDTH + 2 * hidden) * WIDTH; }
  SYMPLEX_SHARED std::size_t vector_numbers() const { return (5 + RELATIONS) * WIDTH + hidden; }
};

}  // namespace symplex::gpu
