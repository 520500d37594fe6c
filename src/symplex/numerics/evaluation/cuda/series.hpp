// The Taylor coefficients f[k] = f^(k)(a)/k! of every unary operation, as numbers; core/series.hpp
// has the same as operations that are emitted.
#pragma once

#include <cmath>

#include "plan.hpp"

#ifdef __CUDACC__
#define SYMPLEX_OUTLINE __host__ __device__ __noinline__ inline
#else
#define SYMPLEX_OUTLINE inline
#endif

namespace symplex::gpu {

SYMPLEX_SHARED inline bool finite(double x) { return x - x == 0; }

// a^n for whole n >= 0, by repeated squaring.
SYMPLEX_SHARED inline double whole_power(double a, int n) {
  double result = 1, square = a;
  for (; n > 0; n >>= 1) {
    if (n & 1) result *= square;
    square *= square;
  }
  return result;
}

// a^p on the reals: whole powers of any base, others of bases >= 0 only (NaN below).
SYMPLEX_SHARED inline double real_power(double a, double p) {
  constexpr double MAX_FACTORS = 64;
  double magnitude = std::fabs(p), result;
  if (magnitude <= MAX_FACTORS && magnitude == std::floor(magnitude))
    result = whole_power(a, static_cast<int>(magnitude));
  else if (magnitude <= MAX_FACTORS / 2 && 2 * magnitude == std::floor(2 * magnitude))
    result = whole_power(std::sqrt(a), static_cast<int>(2 * magnitude));
  else
    return std::pow(a, p);
  return p < 0 ? 1 / result : result;
}

SYMPLEX_SHARED inline void power_series(double a, double p, int n, double* f) {
  double binomial = 1;
  for (int k = 0; k <= n; ++k) {
    f[k] = binomial == 0 ? 0 : binomial * real_power(a, p - k);
    binomial *= (p - k) / (k + 1);
  }
}

// Even and odd derivatives repeat but for their signs: sine, hyperbolic sine and their like.
SYMPLEX_SHARED inline void alternating(double even, double odd, double sign, int n, double* f) {
  double factorial = 1;
  for (int k = 0; k <= n; ++k) {
    if (k) factorial *= k;
    f[k] = ((k / 2) % 2 ? sign : 1.0) / factorial * (k % 2 ? odd : even);
  }
}

// f' = 1 + s*f^2 with the first derivative given.
SYMPLEX_SHARED inline void riccati(double s, int n, double* f) {
  for (int k = 1; k < n; ++k) {
    double sum = 0;
    for (int i = 0; i <= k; ++i) sum += f[i] * f[k - i];
    f[k + 1] = s / (k + 1) * sum;
  }
}

SYMPLEX_SHARED inline void arcsine(double sign, double a, int n, double* f) {
  double d = (1 - a) * (1 + a), inverse = 1 / d, previous = 0, g = sign / std::sqrt(d);
  for (int k = 0; k < n; ++k) {
    f[k + 1] = g / (k + 1);
    double next = (2 * k + 1) * a * g + k * previous;
    previous = g;
    g = next * inverse / (k + 1);
  }
}

SYMPLEX_SHARED inline void arctangent(double a, int n, double* f) {
  double first = 1 / (a * a + 1), previous = 0, g = first;
  for (int k = 0; k < n; ++k) {
    f[k + 1] = g / (k + 1);
    double next = -(2 * a * g + previous) * first;
    previous = g;
    g = next;
  }
}

SYMPLEX_SHARED inline void error_function(double a, int n, double* f) {
  double previous = 0, g = 1.1283791670955126 * std::exp(-a * a);
  for (int k = 0; k < n; ++k) {
    f[k + 1] = g / (k + 1);
    double next = -2.0 / (k + 1) * (a * g + previous);
    previous = g;
    g = next;
  }
}

// The functions that are seldom used, n >= 1: called, since code that does not fit the
// instruction cache slows down everything else.
SYMPLEX_OUTLINE void rare_series(Act act, double exponent, double a, int n, double* f) {
  switch (act) {
    case Act::POWER: return power_series(a, exponent, n, f);
    case Act::TAN:
      f[0] = std::tan(a);
      f[1] = f[0] * f[0] + 1;
      return riccati(1, n, f);
    case Act::ERF:
      f[0] = std::erf(a);
      return error_function(a, n, f);
    case Act::SINH: return alternating(std::sinh(a), std::cosh(a), 1, n, f);
    case Act::COSH: return alternating(std::cosh(a), std::sinh(a), 1, n, f);
    case Act::TANH: {
      double c = std::cosh(a);
      f[0] = std::tanh(a);
      f[1] = 1 / (c * c);
      return riccati(-1, n, f);
    }
    case Act::ASIN:
      f[0] = std::asin(a);
      return arcsine(1, a, n, f);
    case Act::ACOS:
      f[0] = std::acos(a);
      return arcsine(-1, a, n, f);
    default:  // ATAN
      f[0] = std::atan(a);
      return arctangent(a, n, f);
  }
}

// Whether an operation has infinite derivatives at finite values.
SYMPLEX_SHARED inline bool singular(Act act, double exponent) {
  return act == Act::ROOT || act == Act::ASIN || act == Act::ACOS ||
         (act == Act::POWER && exponent != std::floor(exponent));
}

// Fills f[0..N] for all but what is simple enough to have a kind of step of its own.
template <int N>
SYMPLEX_SHARED inline void series(Act act, double exponent, double a, double* f) {
  double even = 0, odd = 0, sign = -1;
  switch (act) {
    case Act::SIN:
    case Act::COS: {
      double sine, cosine;
      sincos(a, &sine, &cosine);
      even = act == Act::SIN ? sine : cosine;
      odd = act == Act::SIN ? cosine : -sine;
      break;
    }
    case Act::EXP: even = odd = std::exp(a); sign = 1; break;
    case Act::ABS:
      f[0] = a < 0 ? -a : a;
      f[1] = a > 0 ? 1.0 : (a < 0 ? -1.0 : a);
      SYMPLEX_UNROLL
      for (int k = 2; k <= N; ++k) f[k] = 0.0;
      return;
    case Act::INVERT:
    case Act::LOG: {
      double inverse = 1 / a;
      bool log = act == Act::LOG;
      f[0] = log ? std::log(a) : inverse;
      f[1] = log ? inverse : -inverse * inverse;
      SYMPLEX_UNROLL
      for (int k = 1; k < N; ++k) f[k + 1] = -inverse * f[k] * (log ? double(k) / (k + 1) : 1.0);
      return;
    }
    case Act::ROOT: {
      double root = std::sqrt(a), inverse = 1 / a;
      f[0] = root;
      f[1] = 0.5 / root;
      SYMPLEX_UNROLL
      for (int k = 1; k < N; ++k) f[k + 1] = (0.5 - k) / (k + 1) * inverse * f[k];
      return;
    }
    default: {
      double made[MAX_ORDER + 2];
      rare_series(act, exponent, a, N, made);
      SYMPLEX_UNROLL
      for (int k = 0; k <= N; ++k) f[k] = made[k];
      return;
    }
  }
  double factorial = 1;
  SYMPLEX_UNROLL
  for (int k = 0; k <= N; ++k) {
    if (k) factorial *= k;
    double value = k % 2 ? odd : even;
    f[k] = (k / 2) % 2 ? sign * value * (1 / factorial) : value * (1 / factorial);
  }
}

}  // namespace symplex::gpu
