// A function of a jet.
#pragma once

#include "jet.hpp"
#include "series.hpp"

namespace symplex::gpu {

// One direction of compose(): the jets of f(acc) and, as `slope`, of f'(acc).
template <int D, int O, int M>
SYMPLEX_SHARED inline void compose_along(int d, const double* f, bool singular, const Facts& facts,
                                         Jet<D, O, M>& acc) {
  const int order = static_cast<int>(facts.order[d]);
  auto gated = [&](double outer, double inner) {
    return singular && inner == 0 ? 0.0 : outer * inner;
  };
  double power[O + 1], inner[O + 1], outer[O + 1], slope[O + 1];
  power[0] = inner[0] = outer[0] = 0;
  slope[0] = f[1];
  SYMPLEX_UNROLL
  for (int k = 1; k <= O; ++k) {
    power[k] = inner[k] = acc.value[place<O>(d, k)];
    outer[k] = gated(f[1], power[k]);
    slope[k] = M > 0 ? 2 * gated(f[2], power[k]) : 0;
  }
  SYMPLEX_UNROLL
  for (int n = 2; n <= O; ++n) {
    if (n > order) break;
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
  for (int k = 1; k <= O; ++k) acc.value[place<O>(d, k)] = outer[k];
  if (M == 0 || !facts.moves) return;
  if (singular) {
    // The derivative by a constant inside counts as 0 then, and those by others stay 0.
    SYMPLEX_UNROLL
    for (int k = 0; k <= O; ++k) slope[k] = finite(slope[k]) ? slope[k] : 0.0;
  }
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j)
    SYMPLEX_UNROLL
    for (int k = O; k >= 1; --k) {
      if (k > order) continue;
      double sum = acc.tangent[j][0] * slope[k];
      SYMPLEX_UNROLL
      for (int i = 1; i <= O; ++i)
        if (i <= k) sum += acc.tangent[j][place<O>(d, i)] * slope[k - i];
      acc.tangent[j][place<O>(d, k)] = sum;
    }
}

// acc = f(acc), where f[0..O+1] are the coefficients of f about acc's value. Where f has infinite
// derivatives at finite values (sqrt at 0), an inner derivative of 0 wins: sqrt(max(x, 0)) is flat
// for x < 0, and not 0*inf.
template <int D, int O, int M>
SYMPLEX_SHARED inline void compose(const double* f, bool singular, const Facts& facts,
                                   Jet<D, O, M>& acc) {
  SYMPLEX_UNROLL
  for (int d = 0; d < D; ++d)
    if (facts.varies >> d & 1) compose_along(d, f, singular, facts, acc);
  acc.value[0] = f[0];
  if (M == 0 || !facts.moves) return;
  const double slope = singular && !finite(f[1]) ? 0.0 : f[1];
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) acc.tangent[j][0] *= slope;
}

// acc = f(acc) for one of the unary operations.
template <int D, int O, int M>
SYMPLEX_SHARED inline void apply_function(Act act, double exponent, const Facts& facts,
                                          Jet<D, O, M>& acc) {
  double f[O + 3];
  series<O + (M > 0)>(act, exponent, acc.value[0], f);
  if (act == Act::SIGN) {  // flat on both sides, even of what has infinite derivatives
    SYMPLEX_UNROLL
    for (int i = 0; i < Jet<D, O, M>::SIZE; ++i) {
      acc.value[i] = 0;
      SYMPLEX_UNROLL
      for (int j = 0; j < M; ++j) acc.tangent[j][i] = 0;
    }
    acc.value[0] = f[0];
    return;
  }
  compose(f, singular(act, exponent), facts, acc);
}

}  // namespace symplex::gpu
