// Runs instructions on columns of points, a vector register at a time. The only place that knows
// the width of the machine. NaN passes through every operation, max, min and select included.
#pragma once

#include <cmath>
#include <cstddef>

#include "instruction.hpp"

namespace symplex {

#if defined(__AVX512F__)
constexpr int WIDTH = 8;
#else
constexpr int WIDTH = 4;
#endif

typedef double Lanes __attribute__((vector_size(8 * WIDTH)));
typedef long long Mask __attribute__((vector_size(8 * WIDTH)));

}  // namespace symplex

// glibc's vector maths, called by name: the compiler would use it by itself only under
// -ffast-math, which deletes tests for NaN.
#if defined(SYMPLEX_LIBMVEC) && defined(__AVX512F__)
#define SYMPLEX_VECTOR(name) _ZGVeN8v_##name
#define SYMPLEX_VECTOR2(name) _ZGVeN8vv_##name
#elif defined(SYMPLEX_LIBMVEC) && defined(__AVX2__)
#define SYMPLEX_VECTOR(name) _ZGVdN4v_##name
#define SYMPLEX_VECTOR2(name) _ZGVdN4vv_##name
#endif

namespace symplex {

#define SYMPLEX_BY_LANE(name)                               \
  inline Lanes of_##name(Lanes a) {                         \
    for (int i = 0; i < WIDTH; ++i) a[i] = std::name(a[i]); \
    return a;                                               \
  }

#ifdef SYMPLEX_VECTOR
#define SYMPLEX_BY_VECTOR(name)                 \
  extern "C" Lanes SYMPLEX_VECTOR(name)(Lanes); \
  inline Lanes of_##name(Lanes a) { return SYMPLEX_VECTOR(name)(a); }
SYMPLEX_BY_VECTOR(sin)
SYMPLEX_BY_VECTOR(cos)
SYMPLEX_BY_VECTOR(exp)
SYMPLEX_BY_VECTOR(log)
extern "C" Lanes SYMPLEX_VECTOR2(pow)(Lanes, Lanes);
inline Lanes of_pow(Lanes a, Lanes b) { return SYMPLEX_VECTOR2(pow)(a, b); }
#else
SYMPLEX_BY_LANE(sin)
SYMPLEX_BY_LANE(cos)
SYMPLEX_BY_LANE(exp)
SYMPLEX_BY_LANE(log)
inline Lanes of_pow(Lanes a, Lanes b) {
  for (int i = 0; i < WIDTH; ++i) a[i] = std::pow(a[i], b[i]);
  return a;
}
#endif

#if defined(SYMPLEX_VECTOR) && defined(SYMPLEX_LIBMVEC_2_35)
#define SYMPLEX_FUNCTION SYMPLEX_BY_VECTOR
#else
#define SYMPLEX_FUNCTION SYMPLEX_BY_LANE
#endif
SYMPLEX_FUNCTION(tan)
SYMPLEX_FUNCTION(erf)
SYMPLEX_FUNCTION(sinh)
SYMPLEX_FUNCTION(cosh)
SYMPLEX_FUNCTION(tanh)
SYMPLEX_FUNCTION(asin)
SYMPLEX_FUNCTION(acos)
SYMPLEX_FUNCTION(atan)
SYMPLEX_BY_LANE(sqrt)

inline Lanes of_abs(Lanes a) { return a < 0.0 ? -a : a; }
inline Lanes of_sign(Lanes a) {
  const Lanes one = Lanes{} + 1.0;
  return a > 0.0 ? one : (a < 0.0 ? -one : a);
}
inline Lanes of_max(Lanes a, Lanes b) { return ((a > b) | (a != a)) ? a : b; }
inline Lanes of_min(Lanes a, Lanes b) { return ((a < b) | (a != a)) ? a : b; }
inline Lanes of_gate(Lanes a, Lanes b) { return b == 0.0 ? Lanes{} : a * b; }
inline Lanes of_select(Lanes a, Lanes b, Lanes c) {
  return a > 0.0 ? b : (a < 0.0 ? c : (a == 0.0 ? 0.5 * (b + c) : a));
}
// The lanes that are finite, the others 0.
inline Lanes of_finite(Lanes a) {
  Lanes none = a - a;  // 0, or NaN where a is not finite
  return none == 0.0 ? a : Lanes{};
}

// Where each space begins for one block of points, and how far apart its columns are.
struct Frame {
  double* base[3];
  std::size_t stride[3];  // in doubles
};

// A readable or writable column: `step` is 0 for a scalar, which stands for every point.
struct Column {
  Lanes* at;
  std::size_t step;
  Lanes& operator[](std::size_t i) const { return at[i * step]; }
};

inline Column column_of(const Frame& frame, Operand o) {
  std::uint32_t space = space_of(o);
  double* at = frame.base[space] + index_of(o) * frame.stride[space];
  return {reinterpret_cast<Lanes*>(at), space != static_cast<std::uint32_t>(Space::SCALAR)};
}

void run(const Instruction* begin, const Instruction* end, const Frame& frame, std::size_t vectors);

}  // namespace symplex
