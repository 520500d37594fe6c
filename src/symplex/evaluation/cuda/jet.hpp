// A formula's Taylor coefficients along one direction, and their derivatives by constants.
//
// What cannot vary holds exact zeros. Two facts that every lane shares say what is known to be zero
// by structure and need not be computed: whether a value varies along the direction, and whether it
// moves with the constants.
#pragma once

#include "series.hpp"

namespace symplex::gpu {

// Orders 0 to O, tangents by M constants.
template <int O, int M>
struct Jet {
  double value[O + 1];
  double tangent[M > 0 ? M : 1][O + 1];

  SYMPLEX_SHARED void clear() {
    SYMPLEX_UNROLL
    for (int k = 0; k <= O; ++k) value[k] = 0;
    SYMPLEX_UNROLL
    for (int j = 0; j < M; ++j)
      SYMPLEX_UNROLL
      for (int k = 0; k <= O; ++k) tangent[j][k] = 0;
  }
};

// What the lanes of a warp agree on for one instruction.
struct Facts {
  bool varies, operand_varies;  // along the direction
  bool moves, operand_moves;    // with the constants
  int order;                    // of the pass, at most O
};

// Coefficient k of a product.
template <int O>
SYMPLEX_SHARED inline double convolved(const double* x, const double* y, int k) {
  double sum = x[0] * y[k];
  SYMPLEX_UNROLL
  for (int i = 1; i <= O; ++i)
    if (i <= k) sum += x[i] * y[k - i];
  return sum;
}

// acc = f(acc), where f[0..O+1] are the coefficients of f about acc's value. Where f has infinite
// derivatives at finite values (sqrt at 0), an inner derivative of 0 wins: sqrt(max(x, 0)) is flat
// for x < 0, and not 0*inf.
template <int O, int M>
SYMPLEX_SHARED inline void compose(const double* f, bool singular, const Facts& facts,
                                   Jet<O, M>& acc) {
  auto gated = [&](double outer, double inner) {
    return singular && inner == 0 ? 0.0 : outer * inner;
  };
  double slope[O + 1];  // the jet of f'(acc)
  slope[0] = f[1];
  SYMPLEX_UNROLL
  for (int k = 1; k <= O; ++k) slope[k] = 0;
  if (facts.varies) {
    double power[O + 1], inner[O + 1], outer[O + 1];
    SYMPLEX_UNROLL
    for (int k = 0; k <= O; ++k) {
      power[k] = k ? acc.value[k] : 0;
      inner[k] = power[k];
      outer[k] = k ? gated(f[1], power[k]) : 0;
      if (M > 0) slope[k] = k ? 2 * gated(f[2], power[k]) : f[1];
    }
    SYMPLEX_UNROLL
    for (int n = 2; n <= O; ++n) {
      if (n > facts.order) break;
      SYMPLEX_UNROLL
      for (int k = O; k >= n; --k) {
        double sum = 0;
        SYMPLEX_UNROLL
        for (int i = n - 1; i < k; ++i) sum += power[i] * inner[k - i];
        power[k] = sum;
        outer[k] += gated(f[n], sum);
        if (M > 0) slope[k] += (n + 1) * gated(f[n + 1], sum);
      }
    }
    SYMPLEX_UNROLL
    for (int k = 1; k <= O; ++k) acc.value[k] = outer[k];
  }
  acc.value[0] = f[0];
  if (M == 0 || !facts.moves) return;
  if (singular) {
    // The derivative by a constant inside counts as 0 then, and those by others stay 0.
    SYMPLEX_UNROLL
    for (int k = 0; k <= O; ++k) slope[k] = finite(slope[k]) ? slope[k] : 0.0;
  }
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) {
    if (facts.varies) {
      SYMPLEX_UNROLL
      for (int k = O; k >= 1; --k)
        if (k <= facts.order) acc.tangent[j][k] = convolved<O>(acc.tangent[j], slope, k);
    }
    acc.tangent[j][0] *= slope[0];
  }
}

// acc = f(acc) for one of the unary operations.
template <int O, int M>
SYMPLEX_SHARED inline void apply_function(Act act, double exponent, const Facts& facts,
                                          Jet<O, M>& acc) {
  double f[O + 3];
  series<O + (M > 0)>(act, exponent, acc.value[0], f);
  if (M == 0) f[O + 1] = 0;
  if (act == Act::SIGN) {  // flat on both sides, even of what has infinite derivatives
    acc.clear();
    acc.value[0] = f[0];
    return;
  }
  compose(f, singular(act, exponent), facts, acc);
}

// An operand that was fetched: its own coefficients, and where its tangents lie.
template <int O>
struct Operand {
  double value[O + 1];
  const double* tangents = nullptr;  // [constant][order + 1], or null
  int width = 0;                     // from one constant to the next
  int constant = -1;                 // the operand is this constant
};

// The tangent of an operand by constant j at order k.
template <int O>
SYMPLEX_SHARED inline double tangent_of(const Operand<O>& operand, const Facts& facts, int j, int k) {
  if (operand.constant >= 0) return k == 0 && j == operand.constant ? 1.0 : 0.0;
  return k == 0 || facts.operand_varies ? operand.tangents[j * operand.width + k] : 0.0;
}

template <int O, int M>
SYMPLEX_SHARED inline void multiply(const Operand<O>& by, const Facts& facts, Jet<O, M>& acc) {
  if (M > 0 && facts.moves) {
    SYMPLEX_UNROLL
    for (int j = 0; j < M; ++j) {
      if (facts.operand_varies) {
        SYMPLEX_UNROLL
        for (int k = O; k >= 1; --k)
          if (k <= facts.order) acc.tangent[j][k] = convolved<O>(acc.tangent[j], by.value, k);
      } else {
        SYMPLEX_UNROLL
        for (int k = 1; k <= O; ++k) acc.tangent[j][k] *= by.value[0];
      }
      acc.tangent[j][0] *= by.value[0];
    }
  }
  if (M > 0 && facts.operand_moves) {
    SYMPLEX_UNROLL
    for (int j = 0; j < M; ++j) {
      if (by.constant >= 0) {
        if (j == by.constant) {
          SYMPLEX_UNROLL
          for (int k = 0; k <= O; ++k) acc.tangent[j][k] += acc.value[k];
        }
        continue;
      }
      double first = tangent_of<O>(by, facts, j, 0);
      SYMPLEX_UNROLL
      for (int k = 0; k <= O; ++k) acc.tangent[j][k] += acc.value[k] * first;
      if (!facts.operand_varies) continue;
      SYMPLEX_UNROLL
      for (int i = 1; i <= O; ++i) {
        double some = tangent_of<O>(by, facts, j, i);
        SYMPLEX_UNROLL
        for (int k = i; k <= O; ++k)
          if (k <= facts.order) acc.tangent[j][k] += acc.value[k - i] * some;
      }
    }
  }
  if (facts.operand_varies) {
    SYMPLEX_UNROLL
    for (int k = O; k >= 1; --k)
      if (k <= facts.order) acc.value[k] = convolved<O>(acc.value, by.value, k);
  } else {
    SYMPLEX_UNROLL
    for (int k = 1; k <= O; ++k) acc.value[k] *= by.value[0];
  }
  acc.value[0] *= by.value[0];
}

template <int O, int M>
SYMPLEX_SHARED inline void negate(const Facts& facts, Jet<O, M>& acc) {
  SYMPLEX_UNROLL
  for (int k = 0; k <= O; ++k) acc.value[k] = -acc.value[k];
  if (M == 0 || !facts.moves) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j)
    SYMPLEX_UNROLL
    for (int k = 0; k <= O; ++k) acc.tangent[j][k] = -acc.tangent[j][k];
}

// acc += sign*operand for signs of ±1.
template <int O, int M>
SYMPLEX_SHARED inline void add(const Operand<O>& to, double sign, const Facts& facts,
                               Jet<O, M>& acc) {
  SYMPLEX_UNROLL
  for (int k = 0; k <= O; ++k) acc.value[k] += sign * to.value[k];
  if (M == 0 || !facts.operand_moves) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) {
    if (to.constant >= 0) {
      if (j == to.constant) acc.tangent[j][0] += sign;
      continue;
    }
    SYMPLEX_UNROLL
    for (int k = 0; k <= O; ++k) acc.tangent[j][k] += sign * tangent_of<O>(to, facts, j, k);
  }
}

// The larger of two where sign = 1, the smaller where it is -1: derivatives are those of the one
// that is taken, their mean where both are equal. The value alone is NaN where one is.
template <int O, int M>
SYMPLEX_SHARED inline void extreme(const Operand<O>& with, double sign, const Facts& facts,
                                   Jet<O, M>& acc) {
  double gap = sign * (acc.value[0] - with.value[0]);
  bool stays = gap > 0, tied = gap == 0;
  auto chosen = [&](double mine, double other) {
    double taken = stays ? mine : other;
    return tied ? 0.5 * (mine + other) : taken;
  };
  double mine = acc.value[0], other = with.value[0];
  acc.value[0] = stays || mine != mine ? mine : other;
  if (facts.varies || facts.operand_varies) {
    SYMPLEX_UNROLL
    for (int k = 1; k <= O; ++k) acc.value[k] = chosen(acc.value[k], with.value[k]);
  }
  if (M == 0 || !(facts.moves || facts.operand_moves)) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j)
    SYMPLEX_UNROLL
    for (int k = 0; k <= O; ++k)
      acc.tangent[j][k] = chosen(
          acc.tangent[j][k], facts.operand_moves ? tangent_of<O>(with, facts, j, k) : 0.0);
}

}  // namespace symplex::gpu
