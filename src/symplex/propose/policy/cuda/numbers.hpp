// Numbers of 16 bits for weights, activations and caches: the upper half of a float.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "instruction.hpp"

namespace symplex::gpu {

struct Half {
  std::uint16_t bits;
};

SYMPLEX_SHARED inline float widened(float number) { return number; }
SYMPLEX_SHARED inline float widened(Half number) {
  std::uint32_t bits = std::uint32_t(number.bits) << 16;
  float found;
  memcpy(&found, &bits, sizeof found);
  return found;
}

template <class Number>
SYMPLEX_SHARED Number narrowed(float number);
template <>
SYMPLEX_SHARED inline float narrowed<float>(float number) {
  return number;
}
template <>
SYMPLEX_SHARED inline Half narrowed<Half>(float number) {
  std::uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  bits += 0x7fffu + (bits >> 16 & 1u);  // to the nearest, ties to even
  return {std::uint16_t(bits >> 16)};
}

// Several numbers that travel together.
template <class Number, int SIZE>
struct alignas(16) Chunk {
  Number at[SIZE];
};

SYMPLEX_SHARED inline float exponential(float x) {
#ifdef __CUDA_ARCH__
  return __expf(x);
#else
  return std::exp(x);
#endif
}

}  // namespace symplex::gpu
