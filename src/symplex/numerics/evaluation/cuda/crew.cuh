// The threads of a block as a crew: one candidate, a point for each lane, one warp or several.
#pragma once

#include "evaluation.hpp"

namespace symplex::gpu {

constexpr unsigned WHOLE_WARP = 0xffffffffu;
constexpr int MAX_WARPS = 8;  // for one candidate

__device__ inline double warp_total(double x) {
  // Exchanged in pairs, so that every lane has the same bits.
#pragma unroll
  for (int distance = LANES / 2; distance > 0; distance /= 2)
    x += __shfl_xor_sync(WHOLE_WARP, x, distance);
  return x;
}

// The power of two that is not below a number of at most LANES.
SYMPLEX_SHARED constexpr int room_for(int size) {
  return size <= 1 ? 1 : 2 * room_for((size + 1) / 2);
}

// `shared` has room for MAX_WARPS times as many numbers as are reduced at once.
struct Block {
  double* shared;

  __device__ std::uint32_t warps() const { return blockDim.x / LANES; }
  __device__ std::uint32_t warp() const { return threadIdx.x / LANES; }
  __device__ static int lane() { return threadIdx.x % LANES; }

  // Code is resolved by the lanes of a warp together.
  __device__ static int first() { return lane(); }
  __device__ static int stride() { return LANES; }
  __device__ static void meet() { __syncwarp(); }

  __device__ static bool agree(bool sound) { return __all_sync(WHOLE_WARP, sound); }

  template <class F>
  __device__ bool each_lane(F work) {
    return work(lane());
  }

  __device__ bool all(bool sound) const {
    return warps() == 1 ? agree(sound) : __syncthreads_and(sound) != 0;
  }

  // The sum over all threads, the same in each of them.
  __device__ double total(double x) const {
    double sum = warp_total(x);
    if (warps() == 1) return sum;
    if (lane() == 0) shared[warp()] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll 1
    for (std::uint32_t w = 0; w < warps(); ++w) sum += shared[w];
    __syncthreads();
    return sum;
  }

  // Leaves the sums over all threads in thread 0, the crew's chief. Lanes halve the numbers
  // between them until each holds one: far fewer exchanges than one sum after the other.
  template <int M>
  __device__ void reduce(Sums<M>& sums) const {
    constexpr int ROOM = room_for(Sums<M>::SIZE);
    double mine[ROOM];
#pragma unroll
    for (int i = 0; i < ROOM; ++i) mine[i] = i < Sums<M>::SIZE ? sums.entry[i] : 0.0;
#pragma unroll
    for (int level = 1; ROOM >> level > 0; ++level) {
      const int half = ROOM >> level, distance = LANES >> level;
      const bool upper = lane() & distance;
#pragma unroll
      for (int i = 0; i < half; ++i) {
        double sent = upper ? mine[i] : mine[i + half];
        double kept = upper ? mine[i + half] : mine[i];
        mine[i] = kept + __shfl_xor_sync(WHOLE_WARP, sent, distance);
      }
    }
#pragma unroll
    for (int rest = LANES / ROOM / 2; rest > 0; rest /= 2)
      mine[0] += __shfl_xor_sync(WHOLE_WARP, mine[0], rest);
    if (lane() % (LANES / ROOM) == 0) shared[warp() * ROOM + lane() / (LANES / ROOM)] = mine[0];
    __syncthreads();
    if (threadIdx.x != 0) return;
#pragma unroll
    for (int i = 0; i < Sums<M>::SIZE; ++i) {
      double sum = shared[i];
#pragma unroll 1
      for (std::uint32_t w = 1; w < warps(); ++w) sum += shared[w * ROOM + i];
      sums.entry[i] = sum;
    }
  }
};

}  // namespace symplex::gpu
