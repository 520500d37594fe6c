// A formula's Taylor coefficients along one direction with their derivatives by constants, and what
// operations do to them.
//
// Every operation is one straight line of code that changes the accumulator in place: branches
// inside would make the compiler move registers about where they meet, which costs more than the
// arithmetic. Hence an operation for each kind of operand, chosen before anything runs (steps.hpp);
// their names end in 0 where neither side varies along the direction and order 0 is enough.
#pragma once

#include "each.hpp"

namespace symplex::gpu {

// Orders 0 to O, tangents by M constants. What cannot vary or move holds zeros.
template <int O, int M>
struct Jet {
  double value[O + 1];
  double tangent[M > 0 ? M : 1][O + 1];
};

// How many numbers a stored result takes, by order, then value and tangents.
template <int O, int M>
constexpr int WIDTH = (O + 1) * (M + 1);

// Where order k of a stored result lies; that of tangent j comes j + 1 places later.
template <int M>
SYMPLEX_SHARED constexpr int stored(int k, int j = -1) {
  return (k * (M + 1) + j + 1) * LANES;
}

// 1 for the constant that an operand is, 0 for the others.
SYMPLEX_INLINE double unit(int j, std::uint32_t constant) {
  return static_cast<std::uint32_t>(j) == constant ? 1.0 : 0.0;
}

// acc = number.
template <int O, int M>
SYMPLEX_INLINE void load_number(double b, Jet<O, M>& acc) {
  each<0, O + 1>([&](auto k) {
    acc.value[k] = 0;
    each<0, M>([&](auto j) { acc.tangent[j][k] = 0; });
  });
  acc.value[0] = b;
}

// acc = a result that was stored, up to an order.
template <int UP_TO, int O, int M>
SYMPLEX_INLINE void load_stored(const double* at, Jet<O, M>& acc) {
  each<0, O + 1>([&](auto k) {
    acc.value[k] = k <= UP_TO ? at[stored<M>(k)] : 0.0;
    each<0, M>([&](auto j) { acc.tangent[j][k] = k <= UP_TO ? at[stored<M>(k, j)] : 0.0; });
  });
}

// acc += sign*operand for signs of ±1.
template <int UP_TO, int O, int M>
SYMPLEX_INLINE void add_stored(const double* at, double sign, Jet<O, M>& acc) {
  each<0, UP_TO + 1>([&](auto k) {
    acc.value[k] += sign * at[stored<M>(k)];
    each<0, M>([&](auto j) { acc.tangent[j][k] += sign * at[stored<M>(k, j)]; });
  });
}

// A row of coefficients times a number.
template <int UP_TO>
SYMPLEX_INLINE void scale(double b, double* row) {
  each<0, UP_TO + 1>([&](auto k) { row[k] *= b; });
}

// The same times b + slope*h, where h is how far one goes along the direction.
template <int O>
SYMPLEX_INLINE void scale_straight(double b, double slope, double* row) {
  each_down<1, O + 1>([&](auto k) { row[k] = row[k] * b + row[k - 1] * slope; });
  row[0] *= b;
}

// The same times another row.
template <int O>
SYMPLEX_INLINE void convolve(const double* b, double* row) {
  each_down<0, O + 1>([&](auto k) {
    row[k] *= b[0];
    each<1, k + 1>([&](auto i) { row[k] += row[k - i] * b[i]; });
  });
}

// acc *= number.
template <int UP_TO, int O, int M>
SYMPLEX_INLINE void multiply_number(double b, Jet<O, M>& acc) {
  scale<UP_TO>(b, acc.value);
  each<0, M>([&](auto j) { scale<UP_TO>(b, acc.tangent[j]); });
}

// acc *= a constant.
template <int UP_TO, int O, int M>
SYMPLEX_INLINE void multiply_constant(double b, std::uint32_t constant, Jet<O, M>& acc) {
  each<0, M>([&](auto j) {
    const double one = unit(j, constant);
    each<0, UP_TO + 1>([&](auto k) {
      acc.tangent[j][k] = acc.tangent[j][k] * b + acc.value[k] * one;
    });
  });
  scale<UP_TO>(b, acc.value);
}

// acc *= a variable.
template <int O, int M>
SYMPLEX_INLINE void multiply_variable(double b, double slope, Jet<O, M>& acc) {
  scale_straight<O>(b, slope, acc.value);
  each<0, M>([&](auto j) { scale_straight<O>(b, slope, acc.tangent[j]); });
}

// acc *= something that varies and has no tangents.
template <int O, int M>
SYMPLEX_INLINE void multiply_varying(double first, const double* at, Jet<O, M>& acc) {
  double b[O + 1];
  b[0] = first;
  each<1, O + 1>([&](auto k) { b[k] = at[k * LANES]; });
  convolve<O>(b, acc.value);
  each<0, M>([&](auto j) { convolve<O>(b, acc.tangent[j]); });
}

// acc *= a result that was stored.
template <int UP_TO, int O, int M>
SYMPLEX_INLINE void multiply_stored(const double* at, Jet<O, M>& acc) {
  double b[O + 1];
  each<0, UP_TO + 1>([&](auto k) { b[k] = at[stored<M>(k)]; });
  each<0, M>([&](auto j) {
    convolve<UP_TO>(b, acc.tangent[j]);
    each<0, UP_TO + 1>([&](auto i) {
      const double theirs = at[stored<M>(i, j)];
      each<i, UP_TO + 1>([&](auto k) { acc.tangent[j][k] += acc.value[k - i] * theirs; });
    });
  });
  convolve<UP_TO>(b, acc.value);
}

// acc *= acc.
template <int UP_TO, int O, int M>
SYMPLEX_INLINE void square(Jet<O, M>& acc) {
  each<0, M>([&](auto j) {
    scale<UP_TO>(2, acc.tangent[j]);
    convolve<UP_TO>(acc.value, acc.tangent[j]);
  });
  each_down<0, UP_TO + 1>([&](auto k) {
    double sum = acc.value[0] * acc.value[k];
    each<1, k + 1>([&](auto i) { sum += acc.value[i] * acc.value[k - i]; });
    acc.value[k] = sum;
  });
}

template <int O, int M>
SYMPLEX_INLINE void negate(Jet<O, M>& acc) {
  each<0, O + 1>([&](auto k) {
    acc.value[k] = -acc.value[k];
    each<0, M>([&](auto j) { acc.tangent[j][k] = -acc.tangent[j][k]; });
  });
}

template <int UP_TO, int O, int M>
SYMPLEX_INLINE void store(const Jet<O, M>& acc, double* to) {
  each<0, UP_TO + 1>([&](auto k) {
    to[stored<M>(k)] = acc.value[k];
    each<0, M>([&](auto j) { to[stored<M>(k, j)] = acc.tangent[j][k]; });
  });
}

// The larger of two where sign = 1, the smaller where it is -1: derivatives are those of the one
// that is taken, their mean where both are equal. The value alone is NaN where one is.
template <int O, int M>
SYMPLEX_INLINE void extreme(const Jet<O, M>& with, double sign, Jet<O, M>& acc) {
  const double mine = acc.value[0], other = with.value[0];
  const double gap = sign * (mine - other);
  const double share = gap > 0 ? 1.0 : (gap == 0 ? 0.5 : 0.0), rest = 1 - share;
  auto chosen = [&](double x, double y) { return share == 1 ? x : rest == 1 ? y : 0.5 * (x + y); };
  each<0, O + 1>([&](auto k) {
    acc.value[k] = chosen(acc.value[k], with.value[k]);
    each<0, M>([&](auto j) { acc.tangent[j][k] = chosen(acc.tangent[j][k], with.tangent[j][k]); });
  });
  acc.value[0] = gap > 0 || mine != mine ? mine : other;
}

}  // namespace symplex::gpu
