// Products of matrices that a backward pass needs beside those of the forward pass.
#pragma once

#include <cmath>

#include "linear.hpp"

namespace symplex {

constexpr std::size_t OUTER_BLOCK = 4;

// The gradient of a layer's weights, [out][in]: the sum over rows of errors times inputs.
// Computes the outputs from `begin` to `end`; each sum runs over the rows in their order.
template <std::size_t OUTS>
inline void outer_block(const float* errors, std::size_t error_stride, const float* inputs,
                        std::size_t in, std::size_t rows, float* to) {
  for (std::size_t column = 0; column < in; column += PANEL) {
    Lane left[OUTS] = {}, right[OUTS] = {};
    for (std::size_t r = 0; r < rows; ++r) {
      Lane first = load<Lane>(inputs + r * in + column);
      Lane second = load<Lane>(inputs + r * in + column + LANES);
#pragma GCC unroll 4
      for (std::size_t o = 0; o < OUTS; ++o) {
        float error = errors[r * error_stride + o];
        left[o] += error * first;
        right[o] += error * second;
      }
    }
    for (std::size_t o = 0; o < OUTS; ++o) {
      store(left[o], to + o * in + column);
      store(right[o], to + o * in + column + LANES);
    }
  }
}

inline void outer(const float* errors, std::size_t error_stride, const float* inputs,
                  std::size_t in, std::size_t rows, std::size_t begin, std::size_t end,
                  float* weights, float* bias) {
  std::size_t o = begin;
  for (; o + OUTER_BLOCK <= end; o += OUTER_BLOCK)
    outer_block<OUTER_BLOCK>(errors + o, error_stride, inputs, in, rows, weights + o * in);
  for (; o < end; ++o) outer_block<1>(errors + o, error_stride, inputs, in, rows, weights + o * in);
  for (o = begin; o < end; ++o) {
    float sum = 0;
    for (std::size_t r = 0; r < rows; ++r) sum += errors[r * error_stride + o];
    bias[o] = sum;
  }
}

// A layer with `out` outputs, its rows and columns exchanged: it carries errors to the inputs.
inline Linear transposed(const Linear& layer, std::size_t out) {
  std::vector<float> flipped(layer.inputs() * out), nothing(layer.inputs());
  for (std::size_t i = 0; i < layer.inputs(); ++i)
    for (std::size_t o = 0; o < out; ++o) flipped[i * out + o] = layer.weight(o, i);
  return Linear(flipped.data(), nothing.data(), out, layer.inputs());
}

inline float added(Heads v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

// To mean 0 and variance 1; returns by what the row was multiplied.
inline float normalise_row(const float* from, std::size_t width, float* to) {
  Heads sum{}, squares{};
  for (std::size_t i = 0; i < width; i += HEADS) sum += load<Heads>(from + i);
  float mean = added(sum) / float(width);
  for (std::size_t i = 0; i < width; i += HEADS) {
    Heads off = load<Heads>(from + i) - mean;
    squares += off * off;
  }
  float scale = 1.0f / std::sqrt(added(squares) / float(width) + 1e-5f);
  for (std::size_t i = 0; i < width; i += HEADS)
    store((load<Heads>(from + i) - mean) * scale, to + i);
  return scale;
}

// Adds to `error` what an error of the normalised row means for the row itself.
inline void normalise_back(const float* normed_error, const float* normed, float scale,
                           std::size_t width, float* error) {
  Heads sum{}, product{};
  for (std::size_t i = 0; i < width; i += HEADS) {
    Heads e = load<Heads>(normed_error + i);
    sum += e;
    product += e * load<Heads>(normed + i);
  }
  float mean = added(sum) / float(width), along = added(product) / float(width);
  for (std::size_t i = 0; i < width; i += HEADS) {
    Heads inner = load<Heads>(normed_error + i) - mean - load<Heads>(normed + i) * along;
    store(load<Heads>(error + i) + inner * scale, error + i);
  }
}

}  // namespace symplex
