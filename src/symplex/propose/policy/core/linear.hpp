// Linear layers on many rows at once: weights packed into panels, accumulators in registers.
#pragma once

#include <vector>

#include "lanes.hpp"

namespace symplex {

constexpr std::size_t PANEL = 2 * LANES;
// Rows that share the loads of a panel; with it, twelve accumulators.
constexpr std::size_t BLOCK = 6;

inline std::size_t padded(std::size_t columns) { return (columns + PANEL - 1) / PANEL * PANEL; }

enum class Then { WRITE, RECTIFY, ADD };

class Linear {
 public:
  Linear() = default;
  // `weights` holds a row of `in` numbers for each output.
  Linear(const float* weights, const float* bias, std::size_t in, std::size_t out)
      : in_(in), out_(padded(out)), panels_(in * padded(out)), bias_(padded(out)) {
    for (std::size_t o = 0; o < out; ++o) {
      float* panel = panels_.data() + o / PANEL * PANEL * in;
      for (std::size_t i = 0; i < in; ++i) panel[i * PANEL + o % PANEL] = weights[o * in + i];
      bias_[o] = bias[o];
    }
  }

  std::size_t outputs() const { return out_; }
  std::size_t inputs() const { return in_; }
  float weight(std::size_t out, std::size_t in) const {
    return panels_[(out / PANEL * in_ + in) * PANEL + out % PANEL];
  }

  // Rows of inputs, `in_stride` floats apart, to rows of outputs.
  void apply(Then then, const float* from, std::size_t in_stride, std::size_t rows, float* to,
             std::size_t out_stride) const {
    switch (then) {
      case Then::WRITE: return run<Then::WRITE>(from, in_stride, rows, to, out_stride);
      case Then::RECTIFY: return run<Then::RECTIFY>(from, in_stride, rows, to, out_stride);
      case Then::ADD: return run<Then::ADD>(from, in_stride, rows, to, out_stride);
    }
  }

 private:
  std::size_t in_ = 0, out_ = 0;
  std::vector<float> panels_, bias_;

  template <Then THEN>
  void run(const float* from, std::size_t in_stride, std::size_t rows, float* to,
           std::size_t out_stride) const {
    for (std::size_t column = 0; column < out_; column += PANEL) {
      const float* panel = panels_.data() + column * in_;
      const float* bias = bias_.data() + column;
      std::size_t row = 0;
      for (; row + BLOCK <= rows; row += BLOCK)
        block<THEN, BLOCK>(panel, bias, from + row * in_stride, in_stride,
                           to + row * out_stride + column, out_stride);
      for (; row < rows; ++row)
        block<THEN, 1>(panel, bias, from + row * in_stride, in_stride,
                       to + row * out_stride + column, out_stride);
    }
  }

  template <Then THEN, std::size_t ROWS>
  void block(const float* panel, const float* bias, const float* from, std::size_t in_stride,
             float* to, std::size_t out_stride) const {
    Lane left[ROWS], right[ROWS];
    for (std::size_t r = 0; r < ROWS; ++r) {
      left[r] = load<Lane>(bias);
      right[r] = load<Lane>(bias + LANES);
    }
    for (std::size_t i = 0; i < in_; ++i) {
      Lane first = load<Lane>(panel + i * PANEL), second = load<Lane>(panel + i * PANEL + LANES);
#pragma GCC unroll 6
      for (std::size_t r = 0; r < ROWS; ++r) {
        float value = from[r * in_stride + i];
        left[r] += value * first;
        right[r] += value * second;
      }
    }
    for (std::size_t r = 0; r < ROWS; ++r) {
      finish<THEN>(left[r], to + r * out_stride);
      finish<THEN>(right[r], to + r * out_stride + LANES);
    }
  }

  template <Then THEN>
  static void finish(Lane value, float* to) {
    if (THEN == Then::RECTIFY) value = value > 0.0f ? value : Lane{};
    if (THEN == Then::ADD) value += load<Lane>(to);
    store(value, to);
  }
};

}  // namespace symplex
