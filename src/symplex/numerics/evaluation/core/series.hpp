// What every unary operation means: the Taylor coefficients f[k] = f^(k)(a)/k! about a value.
// The one place where derivatives of functions are written down: jets use orders 0 to n, the
// derivative by constants uses order 1, and both share the nodes.
#pragma once

#include "builder.hpp"

namespace symplex {

constexpr double TWO_OVER_ROOT_PI = 1.1283791670955126;

inline void alternating(Builder& b, Value even, Value odd, double sign, int n, Value* f) {
  double factorial = 1;
  for (int k = 0; k <= n; ++k) {
    if (k) factorial *= k;
    double s = (k / 2) % 2 ? sign : 1.0;
    f[k] = b.scale(s / factorial, k % 2 ? odd : even);
  }
}

// f' = 1 + s*f^2 with the first derivative given: tan (s = 1) and tanh (s = -1).
inline void riccati(Builder& b, double s, Value first, int n, Value* f) {
  f[1] = first;
  for (int k = 1; k < n; ++k) {
    Value sum;
    for (int i = 0; i <= k; ++i) sum = b.fma(f[i], f[k - i], sum);
    f[k + 1] = b.scale(s / (k + 1), sum);
  }
}

// (1 - x^2) g' = x g for g = f' of asin.
inline void arcsine(Builder& b, double sign, Value a, int n, Value* f) {
  Value one = b.literal(1);
  Value d = b.mul(b.sub(one, a), b.add(one, a));
  Value inverse = n > 1 ? b.inverse(d) : Value{};
  Value previous, g = b.div(b.literal(sign), b.unary(Op::SQRT, d));
  for (int k = 0; k < n; ++k) {
    f[k + 1] = b.scale(1.0 / (k + 1), g);
    if (k + 1 == n) break;
    Value next = b.fma(b.scale(2 * k + 1, a), g, b.scale(k, k ? previous : Value{}));
    previous = g;
    g = b.scale(1.0 / (k + 1), b.mul(next, inverse));
  }
}

// g' = -2x/(1 + x^2) g for g = f' of atan.
inline void arctangent(Builder& b, Value a, int n, Value* f) {
  Value first = b.inverse(b.fma(a, a, b.literal(1)));
  Value previous, g = first;
  for (int k = 0; k < n; ++k) {
    f[k + 1] = b.scale(1.0 / (k + 1), g);
    Value next = b.neg(b.mul(b.fma(b.scale(2, a), g, previous), first));
    previous = g;
    g = next;
  }
}

// g' = -2x g for g = f' of erf.
inline void error_function(Builder& b, Value a, int n, Value* f) {
  Value previous;
  Value g = b.scale(TWO_OVER_ROOT_PI, b.unary(Op::EXP, b.neg(b.mul(a, a))));
  for (int k = 0; k < n; ++k) {
    f[k + 1] = b.scale(1.0 / (k + 1), g);
    Value next = b.scale(-2.0 / (k + 1), b.fma(a, g, previous));
    previous = g;
    g = next;
  }
}

inline void logarithm(Builder& b, Value a, int n, Value* f) {
  Value inverse = b.inverse(a);
  f[1] = inverse;
  for (int k = 1; k < n; ++k) f[k + 1] = b.scale(-double(k) / (k + 1), b.mul(inverse, f[k]));
}

inline void square_root(Builder& b, Value a, int n, Value* f) {
  f[1] = b.div(b.literal(0.5), f[0]);
  if (n < 2) return;
  Value inverse = b.inverse(a);
  for (int k = 1; k < n; ++k) f[k + 1] = b.scale((0.5 - k) / (k + 1), b.mul(inverse, f[k]));
}

inline void exponential(Builder& b, int n, Value* f) {
  double factorial = 1;
  for (int k = 1; k <= n; ++k) f[k] = b.scale(1 / (factorial *= k), f[0]);
}

// f[0] must hold the value already; fills f[1..n], n >= 1.
inline void series(Builder& b, Op op, Value a, int n, Value* f) {
  for (int k = 1; k <= n; ++k) f[k] = Value{};
  switch (op) {
    case Op::NEG: f[1] = b.literal(-1); break;
    case Op::SQRT: square_root(b, a, n, f); break;
    case Op::SIN: alternating(b, f[0], b.unary(Op::COS, a), -1, n, f); break;
    case Op::COS: alternating(b, f[0], b.neg(b.unary(Op::SIN, a)), -1, n, f); break;
    case Op::TAN: riccati(b, 1, b.fma(f[0], f[0], b.literal(1)), n, f); break;
    case Op::EXP: exponential(b, n, f); break;
    case Op::LOG: logarithm(b, a, n, f); break;
    case Op::ERF: error_function(b, a, n, f); break;
    case Op::SINH: alternating(b, f[0], b.unary(Op::COSH, a), 1, n, f); break;
    case Op::COSH: alternating(b, f[0], b.unary(Op::SINH, a), 1, n, f); break;
    case Op::TANH: {
      // 1 - tanh^2 loses all digits where tanh is near 1; 1/cosh^2 does not.
      Value c = b.unary(Op::COSH, a);
      riccati(b, -1, b.inverse(b.mul(c, c)), n, f);
      break;
    }
    case Op::ASIN: arcsine(b, 1, a, n, f); break;
    case Op::ACOS: arcsine(b, -1, a, n, f); break;
    case Op::ATAN: arctangent(b, a, n, f); break;
    case Op::ABS: f[1] = b.unary(Op::SIGN, a); break;
    default: break;  // SIGN: flat on both sides
  }
}

// a^n for whole n >= 0, by repeated squaring: exact derivatives at a = 0, and shared factors.
inline Value whole_power(Builder& b, Value a, long n) {
  Value result = b.literal(1), square = a;
  for (; n > 0; n >>= 1) {
    if (n & 1) result = b.mul(result, square);
    if (n > 1) square = b.mul(square, square);
  }
  return result;
}

// a^p on the reals: whole powers of any base, others of bases >= 0 only (NaN below).
inline Value real_power(Builder& b, Value a, double p) {
  constexpr double MAX_FACTORS = 64;
  double magnitude = std::fabs(p);
  Value result;
  if (magnitude <= MAX_FACTORS && magnitude == std::floor(magnitude)) {
    result = whole_power(b, a, static_cast<long>(magnitude));
  } else if (magnitude <= MAX_FACTORS / 2 && 2 * magnitude == std::floor(2 * magnitude)) {
    result = whole_power(b, b.unary(Op::SQRT, a), static_cast<long>(2 * magnitude));
  } else {
    return b.pow(a, p);
  }
  return p < 0 ? b.inverse(result) : result;
}

// The Taylor coefficients f[0..n] of x^p about a.
inline void power_series(Builder& b, Value a, double p, int n, Value* f) {
  double binomial = 1;
  for (int k = 0; k <= n; ++k) {
    f[k] = binomial == 0 ? Value{} : b.scale(binomial, real_power(b, a, p - k));
    binomial *= (p - k) / (k + 1);
  }
}

}  // namespace symplex
