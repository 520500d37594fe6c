// Truncated Taylor arithmetic in several variables: a jet holds the coefficients of a formula on a
// downward-closed set of multi-indices (coefficient = derivative / factorial). Emits nodes; a
// coefficient that is zero by structure costs nothing.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "builder.hpp"
#include "series.hpp"

namespace symplex {

constexpr int MAX_ORDER = 20;  // as many as a problem file may ask for

// A downward-closed set of multi-indices, index 0 being zero, and its multiplication table.
struct IndexSet {
  struct Pair {
    std::uint32_t a, b;
  };

  std::vector<std::vector<int>> indices;
  std::vector<double> factorials;    // alpha!
  std::vector<std::uint32_t> start;  // pairs[start[g]..start[g+1]) are those that add up to g
  std::vector<Pair> pairs;
  std::vector<std::int32_t> unit;  // by variable: the position of its first derivative, or -1
  int order = 0;

  std::size_t size() const { return indices.size(); }

  // `wanted` need not be closed nor sorted; the closure is taken here.
  static IndexSet closure(const std::vector<std::vector<int>>& wanted, std::size_t variables) {
    std::map<std::pair<int, std::vector<int>>, std::uint32_t> found;
    std::vector<std::vector<int>> open = wanted;
    open.emplace_back(variables, 0);
    while (!open.empty()) {
      std::vector<int> index = open.back();
      open.pop_back();
      int total = 0;
      for (int part : index) total += part;
      if (!found.emplace(std::make_pair(total, index), 0).second) continue;
      for (std::size_t v = 0; v < variables; ++v) {
        if (index[v] == 0) continue;
        open.push_back(index);
        --open.back()[v];
      }
    }
    IndexSet set;
    for (auto& [key, position] : found) {
      position = static_cast<std::uint32_t>(set.indices.size());
      set.indices.push_back(key.second);
      set.order = key.first;
      double factorial = 1;
      for (int part : key.second)
        for (int k = 2; k <= part; ++k) factorial *= k;
      set.factorials.push_back(factorial);
    }
    set.tabulate(found, variables);
    return set;
  }

 private:
  using Found = std::map<std::pair<int, std::vector<int>>, std::uint32_t>;

  void tabulate(const Found& found, std::size_t variables) {
    start.push_back(0);
    for (const auto& whole : indices) {
      for (std::uint32_t i = 0; i < indices.size(); ++i) {
        std::vector<int> rest(variables);
        int total = 0;
        bool inside = true;
        for (std::size_t v = 0; v < variables; ++v) {
          rest[v] = whole[v] - indices[i][v];
          inside = inside && rest[v] >= 0;
          total += rest[v];
        }
        if (inside) pairs.push_back({i, found.at({total, rest})});
      }
      start.push_back(static_cast<std::uint32_t>(pairs.size()));
    }
    for (std::size_t v = 0; v < variables; ++v) {
      std::vector<int> index(variables, 0);
      index[v] = 1;
      auto at = found.find({1, index});
      unit.push_back(at == found.end() ? -1 : static_cast<std::int32_t>(at->second));
    }
  }
};

// Jet operations write `out`, which may be any of their arguments unless said otherwise.
class JetArithmetic {
 public:
  JetArithmetic(Builder& builder, const IndexSet& set)
      : b_(builder), set_(set), power_(set.size()), next_(set.size()), shifted_(set.size()) {}

  std::size_t size() const { return set_.size(); }

  void leaf(Value value, Value* out) const {
    std::fill(out, out + size(), Value{});
    out[0] = value;
  }
  void variable(std::uint32_t column, Value* out) {
    leaf(Builder::column(column), out);
    if (column < set_.unit.size() && set_.unit[column] >= 0) out[set_.unit[column]] = b_.literal(1);
  }
  void add(const Value* x, const Value* y, Value* out) {
    for (std::size_t i = 0; i < size(); ++i) out[i] = b_.add(x[i], y[i]);
  }
  void sub(const Value* x, const Value* y, Value* out) {
    for (std::size_t i = 0; i < size(); ++i) out[i] = b_.sub(x[i], y[i]);
  }
  // `out` must be neither x nor y.
  void mul(const Value* x, const Value* y, Value* out) {
    for (std::size_t g = 0; g < size(); ++g) {
      Value sum;
      for (std::uint32_t p = set_.start[g]; p < set_.start[g + 1]; ++p)
        sum = b_.fma(x[set_.pairs[p].a], y[set_.pairs[p].b], sum);
      out[g] = sum;
    }
  }
  // `out` must be neither x nor y. The quotient's value is divided, not multiplied by an inverse.
  void div(const Value* x, const Value* y, Value* out) {
    out[0] = b_.div(x[0], y[0]);
    for (std::size_t g = 1; g < size(); ++g) {
      Value sum = x[g];
      for (std::uint32_t p = set_.start[g]; p < set_.start[g + 1]; ++p)
        if (set_.pairs[p].a != 0) sum = b_.fnma(y[set_.pairs[p].a], out[set_.pairs[p].b], sum);
      out[g] = sum.zero() ? sum : b_.mul(sum, b_.inverse(y[0]));
    }
  }
  void unary(Op op, const Value* x, Value* out) {
    Value f[MAX_ORDER + 1];
    f[0] = b_.unary(op, x[0]);
    if (varies(x)) series(b_, op, x[0], set_.order, f);
    compose(f, x, op == Op::ASIN || op == Op::ACOS, out);
  }
  void power(double exponent, const Value* x, Value* out) {
    Value f[MAX_ORDER + 1];
    power_series(b_, x[0], exponent, varies(x) ? set_.order : 0, f);
    compose(f, x, exponent != std::floor(exponent), out);
  }
  // The larger (or smaller) of two: the derivatives are those of the one that is taken.
  void extreme(Op op, const Value* x, const Value* y, Value* out) {
    Value value = op == Op::MAX ? b_.max(x[0], y[0]) : b_.min(x[0], y[0]);
    Value gap = op == Op::MAX ? b_.sub(x[0], y[0]) : b_.sub(y[0], x[0]);
    for (std::size_t i = 1; i < size(); ++i) out[i] = b_.select(gap, x[i], y[i]);
    out[0] = value;
  }

 private:
  Builder& b_;
  const IndexSet& set_;
  std::vector<Value> power_, next_, shifted_;

  bool varies(const Value* x) const {
    for (std::size_t i = 1; i < size(); ++i)
      if (!x[i].zero()) return true;
    return false;
  }

  // The sum over k of f[k]*(x - x0)^k. Where f has infinite derivatives at finite values (sqrt at
  // 0), an inner derivative of 0 wins: sqrt(max(x, 0)) is flat for x < 0, and not 0*inf.
  void compose(const Value* f, const Value* x, bool singular, Value* out) {
    if (!varies(x)) return leaf(f[0], out);
    std::copy(x, x + size(), shifted_.begin());
    shifted_[0] = Value{};
    power_ = shifted_;
    for (std::size_t i = 1; i < size(); ++i)
      out[i] = singular ? b_.gate(f[1], shifted_[i]) : b_.mul(f[1], shifted_[i]);
    for (int k = 2; k <= set_.order; ++k) {
      mul(power_.data(), shifted_.data(), next_.data());
      power_.swap(next_);
      if (f[k].zero()) continue;
      for (std::size_t i = 1; i < size(); ++i)
        out[i] =
            singular ? b_.add(b_.gate(f[k], power_[i]), out[i]) : b_.fma(f[k], power_[i], out[i]);
    }
    out[0] = f[0];
  }
};

}  // namespace symplex
