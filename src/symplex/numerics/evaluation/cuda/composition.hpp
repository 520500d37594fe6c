// A function of a jet.
#pragma once

#include "jet.hpp"
#include "series.hpp"

namespace symplex::gpu {

// The jets of f(acc) and of f'(acc) along the direction: `outer` and `slope`.
template <int O, int M>
struct Composed {
  double outer[O + 1], slope[O + 1];
};

// From the coefficients f[0..O+1] of f about acc's value. Where f has infinite derivatives at
// finite values (sqrt at 0), an inner derivative of 0 wins if GATED: sqrt(max(x, 0)) is flat for
// x < 0, and not 0*inf.
template <bool GATED, int O, int M>
SYMPLEX_INLINE Composed<O, M> composed(const double* f, const double* value) {
  auto times = [&](double outer, double inner) {
    return GATED && inner == 0 ? 0.0 : outer * inner;
  };
  Composed<O, M> made;
  double power[O + 1];
  made.outer[0] = f[0];
  made.slope[0] = f[1];
  each<1, O + 1>([&](auto k) {
    power[k] = value[k];
    made.outer[k] = times(f[1], power[k]);
    if (M > 0) made.slope[k] = 2 * times(f[2], power[k]);
  });
  each<2, O + 1>([&](auto n) {
    each_down<n, O + 1>([&](auto k) {
      double sum = 0;
      each<n - 1, k>([&](auto i) { sum += power[i] * value[k - i]; });
      power[k] = sum;
      made.outer[k] += times(f[n], sum);
      if (M > 0) made.slope[k] += (n + 1) * times(f[n + 1], sum);
    });
  });
  // The derivative by a constant inside counts as 0 then, and those by others stay 0.
  if (GATED && M > 0)
    each<0, O + 1>([&](auto k) { made.slope[k] = finite(made.slope[k]) ? made.slope[k] : 0.0; });
  return made;
}

// The same where some coefficient is infinite: rare, so it is called.
template <int O, int M>
SYMPLEX_OUTLINE void composed_gated(const double* f, const double* value, Composed<O, M>* made) {
  *made = composed<true, O, M>(f, value);
}

// acc = f(acc) for one of the unary operations.
template <int O, int M>
SYMPLEX_INLINE void apply_function(Act act, double exponent, bool varies, Jet<O, M>& acc) {
  constexpr int LAST = O + (M > 0);
  double f[O + 3];
  series<LAST>(act, exponent, acc.value[0], f);
  if (singular(act, exponent) && !finite(f[LAST])) {
    double g[O + 3], value[O + 1];
    Composed<O, M> made;
    each<0, LAST + 1>([&](auto k) { g[k] = f[k]; });
    each<0, O + 1>([&](auto k) { value[k] = acc.value[k]; });
    composed_gated<O, M>(g, value, &made);
    // What comes out goes the usual way: as if f were the polynomial with these coefficients.
    each<0, O + 1>([&](auto k) { acc.value[k] = made.outer[k]; });
    each<0, M>([&](auto j) { convolve<O>(made.slope, acc.tangent[j]); });
    return;
  }
  if (varies) {
    const Composed<O, M> made = composed<false, O, M>(f, acc.value);
    each<0, O + 1>([&](auto k) { acc.value[k] = made.outer[k]; });
    each<0, M>([&](auto j) { convolve<O>(made.slope, acc.tangent[j]); });
  } else {
    acc.value[0] = f[0];
    each<0, M>([&](auto j) { acc.tangent[j][0] *= f[1]; });
  }
}

}  // namespace symplex::gpu
