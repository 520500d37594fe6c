// A formula's Taylor coefficients along a few directions, and their derivatives by constants.
//
// What cannot vary or move holds exact zeros. Facts that every lane shares say what is known to be
// zero by structure and need not be computed: along which directions a value varies, and with which
// constants it moves.
#pragma once

#include "each.hpp"

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
  std::uint32_t moves, operand_moves;    // a bit for each constant
  std::uint32_t orders;                  // of the pass, four bits for each direction

  SYMPLEX_INLINE int order(int d) const { return static_cast<int>(orders >> 4 * d & 15); }
};

// Whether tangent j takes part: where there are few, all do, since asking costs as much.
template <int M>
SYMPLEX_INLINE bool has(std::uint32_t moves, int j) {
  return M <= 2 || (moves >> j & 1);
}

// Coefficient K along direction A of a product.
template <int O, int A, int K>
SYMPLEX_INLINE double convolved(const double* x, const double* y) {
  double sum = x[0] * y[place<O>(A, K)];
  each<1, K + 1>([&](auto i) { sum += x[place<O>(A, i)] * y[place<O>(A, K - i)]; });
  return sum;
}

// An operand that was fetched: its own coefficients, and where its tangents lie.
template <int D, int O>
struct Operand {
  double value[1 + D * O];
  const double* tangents = nullptr;  // by constant; only those by which it moves
  int width = 1 + D * O;             // from one constant to the next
  int constant = -1;                 // the operand is this constant
};

// Coefficients along directions in which the operand does not vary are not stored.
template <int D, int O>
SYMPLEX_INLINE double tangent_of(const Operand<D, O>& operand, std::uint32_t varies, int j, int i) {
  if (operand.constant >= 0) return i == 0 && j == operand.constant ? 1.0 : 0.0;
  bool there = i == 0 || (varies >> ((i - 1) / O) & 1);
  return there ? operand.tangents[(j * operand.width + i) * LANES] : 0.0;
}

// What tangent J of a product takes from the operand's own.
template <int J, int D, int O, int M>
SYMPLEX_INLINE void add_operand_tangent(const Operand<D, O>& by, const Facts& facts,
                                        Jet<D, O, M>& acc) {
  double(&mine)[1 + D * O] = acc.tangent[J];
  if (by.constant >= 0) {
    if (J == by.constant) each<0, 1 + D * O>([&](auto i) { mine[i] += acc.value[i]; });
    return;
  }
  const double* tangent = by.tangents + J * by.width * LANES;
  const double first = tangent[0];
  mine[0] += acc.value[0] * first;
  each<0, D>([&](auto d) {
    if (facts.varies >> d & 1)
      each<1, O + 1>([&](auto k) { mine[place<O>(d, k)] += acc.value[place<O>(d, k)] * first; });
    if (facts.operand_varies >> d & 1)
      each<1, O + 1>([&](auto i) {
        const double some = tangent[place<O>(d, i) * LANES];
        each<i, O + 1>([&](auto k) {
          mine[place<O>(d, k)] += acc.value[place<O>(d, k - i)] * some;
        });
      });
  });
}

// The tangents of a product, before the product itself is known.
template <int D, int O, int M>
SYMPLEX_INLINE void multiply_tangents(const Operand<D, O>& by, const Facts& facts,
                                      Jet<D, O, M>& acc) {
  if (facts.moves) {
    each<0, D>([&](auto d) {
      const int order = facts.order(d);
      if (facts.operand_varies >> d & 1)
        each<0, M>([&](auto j) {
          if (!has<M>(facts.moves, j)) return;
          each_down<1, O + 1>([&](auto k) {
            if (k <= order)
              acc.tangent[j][place<O>(d, k)] = convolved<O, d, k>(acc.tangent[j], by.value);
          });
        });
      else if (facts.varies >> d & 1)
        each<0, M>([&](auto j) {
          each<1, O + 1>([&](auto k) { acc.tangent[j][place<O>(d, k)] *= by.value[0]; });
        });
    });
    each<0, M>([&](auto j) { acc.tangent[j][0] *= by.value[0]; });
  }
  if (!facts.operand_moves) return;
  each<0, M>([&](auto j) {
    if (facts.operand_moves >> j & 1) add_operand_tangent<j>(by, facts, acc);
  });
}

template <int D, int O, int M>
SYMPLEX_INLINE void multiply(const Operand<D, O>& by, const Facts& facts, Jet<D, O, M>& acc) {
  if constexpr (M > 0) multiply_tangents(by, facts, acc);
  each<0, D>([&](auto d) {
    if (facts.operand_varies >> d & 1)
      each_down<1, O + 1>([&](auto k) {
        acc.value[place<O>(d, k)] = convolved<O, d, k>(acc.value, by.value);
      });
    else if (facts.varies >> d & 1)
      each<1, O + 1>([&](auto k) { acc.value[place<O>(d, k)] *= by.value[0]; });
  });
  acc.value[0] *= by.value[0];
}

template <int D, int O, int M>
SYMPLEX_INLINE void negate(const Facts& facts, Jet<D, O, M>& acc) {
  each<0, 1 + D * O>([&](auto i) { acc.value[i] = -acc.value[i]; });
  if (M == 0 || !facts.moves) return;
  each<0, M>([&](auto j) {
    each<0, 1 + D * O>([&](auto i) { acc.tangent[j][i] = -acc.tangent[j][i]; });
  });
}

// acc += sign*operand for signs of ±1.
template <int D, int O, int M>
SYMPLEX_INLINE void add(const Operand<D, O>& to, double sign, const Facts& facts,
                        Jet<D, O, M>& acc) {
  each<0, 1 + D * O>([&](auto i) { acc.value[i] += sign * to.value[i]; });
  if (M == 0 || !facts.operand_moves) return;
  each<0, M>([&](auto j) {
    if (!(facts.operand_moves >> j & 1)) return;
    if (to.constant >= 0) {
      if (j == to.constant) acc.tangent[j][0] += sign;
      return;
    }
    each<0, 1 + D * O>([&](auto i) {
      acc.tangent[j][i] += sign * tangent_of(to, facts.operand_varies, j, i);
    });
  });
}

// acc = operand.
template <int D, int O, int M>
SYMPLEX_INLINE void assign(const Operand<D, O>& from, const Facts& facts, Jet<D, O, M>& acc) {
  each<0, 1 + D * O>([&](auto i) {
    acc.value[i] = from.value[i];
    each<0, M>([&](auto j) { acc.tangent[j][i] = 0; });
  });
  if (M == 0 || !facts.operand_moves) return;
  each<0, M>([&](auto j) {
    if (!(facts.operand_moves >> j & 1)) return;
    if (from.constant >= 0) {
      acc.tangent[j][0] = j == from.constant ? 1.0 : 0.0;
      return;
    }
    each<0, 1 + D * O>([&](auto i) {
      acc.tangent[j][i] = tangent_of(from, facts.operand_varies, j, i);
    });
  });
}

// The larger of two where sign = 1, the smaller where it is -1: derivatives are those of the one
// that is taken, their mean where both are equal. The value alone is NaN where one is.
template <int D, int O, int M>
SYMPLEX_INLINE void extreme(const Operand<D, O>& with, double sign, const Facts& facts,
                            Jet<D, O, M>& acc) {
  const double gap = sign * (acc.value[0] - with.value[0]);
  const bool stays = gap > 0, tied = gap == 0;
  auto chosen = [&](double mine, double other) {
    double taken = stays ? mine : other;
    return tied ? 0.5 * (mine + other) : taken;
  };
  const double mine = acc.value[0], other = with.value[0];
  acc.value[0] = stays || mine != mine ? mine : other;
  if (facts.varies | facts.operand_varies)
    each<1, 1 + D * O>([&](auto i) { acc.value[i] = chosen(acc.value[i], with.value[i]); });
  if (M == 0 || !(facts.moves || facts.operand_moves)) return;
  each<0, M>([&](auto j) {
    each<0, 1 + D * O>([&](auto i) {
      const double theirs =
          facts.operand_moves >> j & 1 ? tangent_of(with, facts.operand_varies, j, i) : 0.0;
      acc.tangent[j][i] = chosen(acc.tangent[j][i], theirs);
    });
  });
}

}  // namespace symplex::gpu
