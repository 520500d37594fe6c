// The kernel that fits candidates from a queue, and what it shares with those that fill the queue.
#pragma once

#include "crew.cuh"
#include "fit.hpp"
#include "reading.hpp"

namespace symplex::gpu {

// The registers of a thread, by the numbers in its accumulator: fewer leave room for more warps, and
// spill. As measured for order 2.
constexpr int registers_for(int width) {
  return width <= 6    ? 96
         : width <= 9  ? 112
         : width <= 12 ? 128
         : width <= 15 ? 144
         : width <= 21 ? 168
         : width <= 28 ? 200
                       : 248;
}
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1204
#define SYMPLEX_WITHIN(width) __maxnreg__(registers_for(width))
#else
#define SYMPLEX_WITHIN(width) __launch_bounds__(MAX_WARPS* LANES, 2)
#endif

// Results that wait in a multiprocessor's own memory, as many as fit beside other warps.
template <int O, int M>
constexpr std::uint32_t NEAR_SLOTS = WIDTH<O, M> * 8 <= LANES ? 4 : WIDTH<O, M> * 3 <= LANES ? 2 : 1;

// The bytes of shared memory and the numbers of other memory that one warp works with.
template <int O, int M>
struct DeskSize {
  static constexpr std::uint32_t SLOT = WIDTH<O, M> * LANES;
  static constexpr std::size_t FAR = (MAX_SLOTS - NEAR_SLOTS<O, M>)*SLOT;

  static SYMPLEX_SHARED Layout layout(const Plan& plan) {
    const std::uint32_t given = NEAR_SLOTS<O, M> * SLOT;
    return {cached_width(plan), NEAR_SLOTS<O, M>, given, given + plan.given * (M + 1) * LANES};
  }
  static SYMPLEX_SHARED std::size_t lists(const Plan& plan) {  // in bytes that keep steps aligned
    return ((plan.groups + 1) * sizeof(List) + sizeof(Step) - 1) / sizeof(Step) * sizeof(Step);
  }
  static SYMPLEX_SHARED std::size_t near(const Plan& plan, std::uint32_t steps) {
    return lists(plan) + steps * sizeof(Step) +
           (layout(plan).columns + plan.columns * LANES) * sizeof(double);
  }
};

constexpr int LENGTHS = MAX_CODE + 1;               // of code
constexpr int BINS = (MAX_TANGENTS + 1) * LENGTHS;  // by constants, then by length
constexpr std::uint32_t NOWHERE = 0xffffffffu;

// A batch on the device.
struct Work {
  std::uint32_t size;
  const std::uint8_t* tokens;
  const std::int64_t *offsets, *slots;
  double *constants, *losses;
  std::uint8_t* statuses;
  Reading* readings;
  Instruction* code;      // three for each token
  std::uint32_t* bins;    // how many candidates have so many constants and such code
  std::uint32_t* places;  // where the next one of each bin goes
  std::uint32_t* order;   // candidates by constants, the longest first
  std::uint32_t* queues;  // the next candidate of each launch
};

// Candidates of as many constants, the longest first: long ones that begin last would keep the rest
// of the GPU waiting.
__device__ inline std::uint32_t bin_of(const Method& method, const Reading& reading) {
  if (reading.status != Status::FITTED) return NOWHERE;
  return tangents_of(method, reading) * LENGTHS + (LENGTHS - 1 - reading.length);
}

// The candidates of one kernel, `begin` to `end` of the order, and what its blocks keep of them.
struct Share {
  std::uint32_t begin, end;
  double* cache;
  std::size_t cache_size;  // of one block
  double* far_slots;
  std::uint32_t steps;   // that a warp keeps near
  std::uint32_t* queue;  // the next candidate
};

// Blocks take candidates until none is left.
template <int O, int M>
__global__ void SYMPLEX_WITHIN((WIDTH<O, M>))
    fit_candidates(Plan plan, Method method, Work work, Share share) {
  __shared__ alignas(16) unsigned char fit_bytes[sizeof(Fit<M>)];
  __shared__ double partial[MAX_WARPS * room_for(Sums<M>::SIZE)];
  __shared__ Reading reading;
  __shared__ std::uint32_t taken;
  extern __shared__ double2 desks[];
  Fit<M>& fit = *reinterpret_cast<Fit<M>*>(fit_bytes);
  Block crew{partial};
  unsigned char* const near = reinterpret_cast<unsigned char*>(desks) +
                              crew.warp() * DeskSize<O, M>::near(plan, share.steps);
  Desk desk;
  desk.lists = reinterpret_cast<List*>(near);
  desk.steps = reinterpret_cast<Step*>(near + DeskSize<O, M>::lists(plan));
  desk.near = reinterpret_cast<double*>(desk.steps + share.steps);
  desk.far = share.far_slots + (blockIdx.x * crew.warps() + crew.warp()) * DeskSize<O, M>::FAR;
  desk.layout = DeskSize<O, M>::layout(plan);
  double* const cache = share.cache ? share.cache + blockIdx.x * share.cache_size : nullptr;
  for (;;) {
    if (threadIdx.x == 0) taken = share.begin + atomicAdd(share.queue, 1u);
    __syncthreads();
    if (taken >= share.end) return;
    const std::uint32_t i = work.order[taken];
    const std::int64_t tokens = work.offsets[i];
    if (threadIdx.x == 0) {
      reading = work.readings[i];
      std::size_t n = static_cast<std::size_t>(work.offsets[i + 1] - tokens);
      fit.begin(method, plan.thinned, reading, work.constants + work.slots[i],
                key_of(work.tokens + tokens, n, method.seed));
    }
    __syncthreads();
    Candidate candidate{work.code + 3 * tokens, &reading, fit.at, cache, 0, 0};
    while (!fit.done) {
      Sums<M> sums;
      double loss = evaluate<O, M>(plan, candidate, fit.on_first, fit.bound, crew, desk, sums);
      __syncthreads();
      if (threadIdx.x == 0) fit.told(method, loss, sums);
      __syncthreads();
    }
    if (threadIdx.x == 0) {
      work.losses[i] = fit.loss;
      work.statuses[i] = static_cast<std::uint8_t>(status_of(method, reading, fit.loss));
      double* constants = work.constants + work.slots[i];
      for (int j = 0; j < reading.constants; ++j) constants[j] = fit.best[j];
    }
    __syncthreads();
  }
}

// A kernel, and what one warp of it needs.
struct FitKernel {
  void (*run)(Plan, Method, Work, Share);
  std::size_t (*near)(const Plan&, std::uint32_t steps);
  std::size_t far;
};

template <int O, int M>
FitKernel kernel_for() {
  return {fit_candidates<O, M>, DeskSize<O, M>::near, DeskSize<O, M>::FAR};
}

// The kernel for passes of an order and a number of constants; each order is compiled by itself.
template <int ORDER>
FitKernel fit_kernel(int constants);

}  // namespace symplex::gpu
