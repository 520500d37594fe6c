// Loops whose index is known when they are compiled, so that what they index can stay in registers:
// arrays that a loop runs over are given up on by the compiler once they are large.
#pragma once

#include "plan.hpp"

namespace symplex::gpu {

#ifdef __CUDACC__
#define SYMPLEX_INLINE __host__ __device__ __forceinline__
#define SYMPLEX_UNROLL_4 _Pragma("unroll 4")
#define SYMPLEX_APART asm volatile("")  // keeps a piece of code in its place
#else
#define SYMPLEX_INLINE inline __attribute__((always_inline))
#define SYMPLEX_UNROLL_4
#define SYMPLEX_APART
#endif

// A number that is known when code is compiled.
template <int I>
struct Index {
  SYMPLEX_INLINE constexpr operator int() const { return I; }
};

// work(Index<FIRST>), …, work(Index<END - 1>).
template <int FIRST, int END, class Work>
SYMPLEX_INLINE void each(const Work& work) {
  if constexpr (FIRST < END) {
    work(Index<FIRST>());
    each<FIRST + 1, END>(work);
  }
}

// The same from END - 1 down to FIRST.
template <int FIRST, int END, class Work>
SYMPLEX_INLINE void each_down(const Work& work) {
  if constexpr (FIRST < END) {
    work(Index<END - 1>());
    each_down<FIRST, END - 1>(work);
  }
}

}  // namespace symplex::gpu
