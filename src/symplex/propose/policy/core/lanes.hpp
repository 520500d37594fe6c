// Vectors of floats. Every result of a row is computed by the same operations in the same order,
// wherever the row stands in a block: what is drawn depends neither on the batch nor on threads.
#pragma once

#include <cstddef>
#include <cstring>

namespace symplex {

#if defined(__AVX512F__)
constexpr std::size_t LANES = 16;
#else
constexpr std::size_t LANES = 8;
#endif
// One lane for each head of attention.
constexpr std::size_t HEADS = 8;

typedef float Lane __attribute__((vector_size(4 * LANES)));
typedef float Heads __attribute__((vector_size(4 * HEADS)));
typedef int HeadInts __attribute__((vector_size(4 * HEADS)));

template <class Vector>
inline Vector load(const float* from) {
  Vector found;
  std::memcpy(&found, from, sizeof found);
  return found;
}
template <class Vector>
inline void store(const Vector& value, float* to) {
  std::memcpy(to, &value, sizeof value);
}

inline Heads larger(Heads a, Heads b) { return a > b ? a : b; }

// The exponential of numbers that are not positive, after Cephes: off by less than 2 units in the
// last place, and 0 where the result would be denormal.
inline Heads exponential(Heads x) {
  constexpr float LEAST = -87.0f, ROUNDER = 12582912.0f;  // 1.5 · 2^23
  HeadInts tiny = x < LEAST;
  x = tiny ? Heads{} + LEAST : x;
  Heads whole = x * 1.44269504088896341f + ROUNDER;
  whole = whole - ROUNDER;
  Heads rest = x - whole * 0.693359375f;
  rest = rest - whole * -2.12194440e-4f;
  Heads p = Heads{} + 1.9875691500e-4f;
  p = p * rest + 1.3981999507e-3f;
  p = p * rest + 8.3334519073e-3f;
  p = p * rest + 4.1665795894e-2f;
  p = p * rest + 1.6666665459e-1f;
  p = p * rest + 5.0000001201e-1f;
  p = p * (rest * rest) + rest + 1.0f;
  HeadInts power = (__builtin_convertvector(whole, HeadInts) + 127) << 23;
  Heads scale;
  std::memcpy(&scale, &power, sizeof scale);
  return tiny ? Heads{} : p * scale;
}

}  // namespace symplex
