// A formula's Taylor coefficients along a few directions, and their derivatives by constants.
//
// What cannot vary holds exact zeros. Facts that every lane shares say what is known to be zero by
// structure and need not be computed: along which directions a value varies, and whether it moves
// with the constants.
#pragma once

#include "plan.hpp"

namespace symplex::gpu {

// D directions of orders 1 to O, tangents by M constants. Coefficient k along direction d is at
// d*O + k; order 0, the value, is at 0 for all directions.
template <int D, int O, int M>
struct Jet {
  static constexpr int SIZE = 1 + D * O;
  double value[SIZE];
  double tangent[M > 0 ? M : 1][SIZE];
};

template <int O>
SYMPLEX_SHARED constexpr int place(int d, int k) {
  return k == 0 ? 0 : d * O + k;
}

// What the lanes of a warp agree on for one instruction.
struct Facts {
  std::uint32_t varies, operand_varies;  // a bit for each direction
  bool moves, operand_moves;             // with the constants
  const std::uint32_t* order;            // of the pass, by direction
};

// Coefficient k along d of a product.
template <int O>
SYMPLEX_SHARED inline double convolved(const double* x, const double* y, int d, int k) {
  double sum = x[0] * y[place<O>(d, k)];
  SYMPLEX_UNROLL
  for (int i = 1; i <= O; ++i)
    if (i <= k) sum += x[place<O>(d, i)] * y[place<O>(d, k - i)];
  return sum;
}

// An operand that was fetched: its own coefficients, and where its tangents lie.
template <int D, int O>
struct Operand {
  double value[1 + D * O];
  const double* tangents = nullptr;  // by constant
  int width = 0;                     // from one constant to the next
  int constant = -1;                 // the operand is this constant
};

// Coefficients along directions in which the operand does not vary are not stored.
template <int D, int O>
SYMPLEX_SHARED inline double tangent_of(const Operand<D, O>& operand, std::uint32_t varies, int j,
                                        int i) {
  if (operand.constant >= 0) return i == 0 && j == operand.constant ? 1.0 : 0.0;
  bool there = i == 0 || (varies >> ((i - 1) / O) & 1);
  return there ? operand.tangents[j * operand.width + i] : 0.0;
}

// The tangents of a product by one constant, before the product itself is known.
template <int D, int O, int M>
SYMPLEX_SHARED inline void multiply_tangents(const Operand<D, O>& by, const Facts& facts,
                                             Jet<D, O, M>& acc) {
  if (facts.moves) {
    SYMPLEX_UNROLL
    for (int d = 0; d < D; ++d) {
      const int order = static_cast<int>(facts.order[d]);
      if (facts.operand_varies >> d & 1) {
        SYMPLEX_UNROLL
        for (int j = 0; j < M; ++j)
          SYMPLEX_UNROLL
          for (int k = O; k >= 1; --k)
            if (k <= order)
              acc.tangent[j][place<O>(d, k)] = convolved<O>(acc.tangent[j], by.value, d, k);
      } else if (facts.varies >> d & 1) {
        SYMPLEX_UNROLL
        for (int j = 0; j < M; ++j)
          SYMPLEX_UNROLL
          for (int k = 1; k <= O; ++k) acc.tangent[j][place<O>(d, k)] *= by.value[0];
      }
    }
    SYMPLEX_UNROLL
    for (int j = 0; j < M; ++j) acc.tangent[j][0] *= by.value[0];
  }
  if (!facts.operand_moves) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) {
    if (by.constant >= 0) {
      if (j == by.constant) {
        SYMPLEX_UNROLL
        for (int i = 0; i < 1 + D * O; ++i) acc.tangent[j][i] += acc.value[i];
      }
      continue;
    }
    const double* tangent = by.tangents + j * by.width;
    const double first = tangent[0];
    acc.tangent[j][0] += acc.value[0] * first;
    SYMPLEX_UNROLL
    for (int d = 0; d < D; ++d) {
      if (facts.varies >> d & 1) {
        SYMPLEX_UNROLL
        for (int k = 1; k <= O; ++k)
          acc.tangent[j][place<O>(d, k)] += acc.value[place<O>(d, k)] * first;
      }
      if (facts.operand_varies >> d & 1) {
        SYMPLEX_UNROLL
        for (int i = 1; i <= O; ++i) {
          const double some = tangent[place<O>(d, i)];
          SYMPLEX_UNROLL
          for (int k = i; k <= O; ++k)
            acc.tangent[j][place<O>(d, k)] += acc.value[place<O>(d, k - i)] * some;
        }
      }
    }
  }
}

template <int D, int O, int M>
SYMPLEX_SHARED inline void multiply(const Operand<D, O>& by, const Facts& facts,
                                    Jet<D, O, M>& acc) {
  if (M > 0) multiply_tangents(by, facts, acc);
  SYMPLEX_UNROLL
  for (int d = 0; d < D; ++d) {
    if (facts.operand_varies >> d & 1) {
      SYMPLEX_UNROLL
      for (int k = O; k >= 1; --k)
        acc.value[place<O>(d, k)] = convolved<O>(acc.value, by.value, d, k);
    } else if (facts.varies >> d & 1) {
      SYMPLEX_UNROLL
      for (int k = 1; k <= O; ++k) acc.value[place<O>(d, k)] *= by.value[0];
    }
  }
  acc.value[0] *= by.value[0];
}

template <int D, int O, int M>
SYMPLEX_SHARED inline void negate(const Facts& facts, Jet<D, O, M>& acc) {
  SYMPLEX_UNROLL
  for (int i = 0; i < 1 + D * O; ++i) acc.value[i] = -acc.value[i];
  if (M == 0 || !facts.moves) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j)
    SYMPLEX_UNROLL
    for (int i = 0; i < 1 + D * O; ++i) acc.tangent[j][i] = -acc.tangent[j][i];
}

// acc += sign*operand for signs of ±1.
template <int D, int O, int M>
SYMPLEX_SHARED inline void add(const Operand<D, O>& to, double sign, const Facts& facts,
                               Jet<D, O, M>& acc) {
  SYMPLEX_UNROLL
  for (int i = 0; i < 1 + D * O; ++i) acc.value[i] += sign * to.value[i];
  if (M == 0 || !facts.operand_moves) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) {
    if (to.constant >= 0) {
      if (j == to.constant) acc.tangent[j][0] += sign;
      continue;
    }
    SYMPLEX_UNROLL
    for (int i = 0; i < 1 + D * O; ++i)
      acc.tangent[j][i] += sign * tangent_of(to, facts.operand_varies, j, i);
  }
}

// acc = operand.
template <int D, int O, int M>
SYMPLEX_SHARED inline void assign(const Operand<D, O>& from, bool moves, std::uint32_t varies,
                                  Jet<D, O, M>& acc) {
  SYMPLEX_UNROLL
  for (int i = 0; i < 1 + D * O; ++i) {
    acc.value[i] = from.value[i];
    SYMPLEX_UNROLL
    for (int j = 0; j < M; ++j) acc.tangent[j][i] = 0;
  }
  if (M == 0 || !moves) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) {
    if (from.constant >= 0) {
      acc.tangent[j][0] = j == from.constant ? 1.0 : 0.0;
      continue;
    }
    SYMPLEX_UNROLL
    for (int i = 0; i < 1 + D * O; ++i) acc.tangent[j][i] = tangent_of(from, varies, j, i);
  }
}

// The larger of two where sign = 1, the smaller where it is -1: derivatives are those of the one
// that is taken, their mean where both are equal. The value alone is NaN where one is.
template <int D, int O, int M>
SYMPLEX_SHARED inline void extreme(const Operand<D, O>& with, double sign, const Facts& facts,
                                   Jet<D, O, M>& acc) {
  const double gap = sign * (acc.value[0] - with.value[0]);
  const bool stays = gap > 0, tied = gap == 0;
  auto chosen = [&](double mine, double other) {
    double taken = stays ? mine : other;
    return tied ? 0.5 * (mine + other) : taken;
  };
  const double mine = acc.value[0], other = with.value[0];
  acc.value[0] = stays || mine != mine ? mine : other;
  if (facts.varies | facts.operand_varies) {
    SYMPLEX_UNROLL
    for (int i = 1; i < 1 + D * O; ++i) acc.value[i] = chosen(acc.value[i], with.value[i]);
  }
  if (M == 0 || !(facts.moves || facts.operand_moves)) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j)
    SYMPLEX_UNROLL
    for (int i = 0; i < 1 + D * O; ++i)
      acc.tangent[j][i] =
          chosen(acc.tangent[j][i],
                 facts.operand_moves ? tangent_of(with, facts.operand_varies, j, i) : 0.0);
}

}  // namespace symplex::gpu
