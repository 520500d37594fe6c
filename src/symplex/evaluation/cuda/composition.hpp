// A function of a jet.
#pragma once

#include "jet.hpp"
#include "series.hpp"

namespace symplex::gpu {

// Direction A of compose(): the jets of f(acc) and, as `slope`, of f'(acc).
template <int A, int D, int O, int M>
SYMPLEX_INLINE void compose_along(const double* f, bool singular, const Facts& facts,
                                  Jet<D, O, M>& acc) {
  const int order = facts.order(A);
  auto gated = [&](double outer, double inner) {
    return singular && inner == 0 ? 0.0 : outer * inner;
  };
  double power[O + 1], inner[O + 1], outer[O + 1], slope[O + 1];
  power[0] = inner[0] = outer[0] = 0;
  slope[0] = f[1];
  each<1, O + 1>([&](auto k) {
    power[k] = inner[k] = acc.value[place<O>(A, k)];
    outer[k] = gated(f[1], power[k]);
    slope[k] = M > 0 ? 2 * gated(f[2], power[k]) : 0;
  });
  each<2, O + 1>([&](auto n) {
    if (n > order) return;
    each_down<n, O + 1>([&](auto k) {
      double sum = 0;
      each<n - 1, k>([&](auto i) { sum += power[i] * inner[k - i]; });
      power[k] = sum;
      outer[k] += gated(f[n], sum);
      if (M > 0) slope[k] += (n + 1) * gated(f[n + 1], sum);
    });
  });
  each<1, O + 1>([&](auto k) { acc.value[place<O>(A, k)] = outer[k]; });
  if (M == 0 || !facts.moves) return;
  // The derivative by a constant inside counts as 0 then, and those by others stay 0.
  if (singular) each<0, O + 1>([&](auto k) { slope[k] = finite(slope[k]) ? slope[k] : 0.0; });
  each<0, M>([&](auto j) {
    if (!has<M>(facts.moves, j)) return;
    each_down<1, O + 1>([&](auto k) {
      if (k > order) return;
      double sum = acc.tangent[j][0] * slope[k];
      each<1, k + 1>([&](auto i) { sum += acc.tangent[j][place<O>(A, i)] * slope[k - i]; });
      acc.tangent[j][place<O>(A, k)] = sum;
    });
  });
}

// acc = f(acc), where f[0..O+1] are the coefficients of f about acc's value. Where f has infinite
// derivatives at finite values (sqrt at 0), an inner derivative of 0 wins: sqrt(max(x, 0)) is flat
// for x < 0, and not 0*inf.
template <int D, int O, int M>
SYMPLEX_INLINE void compose(const double* f, bool singular, const Facts& facts, Jet<D, O, M>& acc) {
  each<0, D>([&](auto d) {
    if (facts.varies >> d & 1) compose_along<d>(f, singular, facts, acc);
  });
  acc.value[0] = f[0];
  if (M == 0 || !facts.moves) return;
  const double slope = singular && !finite(f[1]) ? 0.0 : f[1];
  each<0, M>([&](auto j) { acc.tangent[j][0] *= slope; });
}

// acc = f(acc) for one of the unary operations.
template <int D, int O, int M>
SYMPLEX_INLINE void apply_function(Act act, double exponent, const Facts& facts,
                                          Jet<D, O, M>& acc) {
  double f[O + 3];
  series<O + (M > 0)>(act, exponent, acc.value[0], f);
  if (act == Act::SIGN) {  // flat on both sides, even of what has infinite derivatives
    each<0, 1 + D * O>([&](auto i) {
      acc.value[i] = 0;
      each<0, M>([&](auto j) { acc.tangent[j][i] = 0; });
    });
    acc.value[0] = f[0];
    return;
  }
  compose(f, singular(act, exponent), facts, acc);
}

}  // namespace symplex::gpu
