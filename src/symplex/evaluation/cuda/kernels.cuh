// The kernel that fits candidates from a queue, and what it shares with those that fill the queue.
#pragma once

#include "crew.cuh"
#include "fit.hpp"
#include "reading.hpp"

namespace symplex::gpu {

// Blocks of the largest size that a multiprocessor is to hold: it limits the registers of a thread.
#ifndef SYMPLEX_BLOCKS
#define SYMPLEX_BLOCKS 2
#endif

// Results that wait in a multiprocessor's own memory, as many as fit beside other warps.
template <int D, int O, int M>
constexpr int NEAR_SLOTS = WIDTH<D, O, M> * 2 > LANES           ? 1
                           : LANES / WIDTH<D, O, M> > MAX_SLOTS ? MAX_SLOTS
                                                                : LANES / WIDTH<D, O, M>;

// The bytes of shared memory and the numbers of other memory that one warp works with.
template <int D, int O, int M>
struct DeskSize {
  static constexpr std::size_t FAR = (MAX_SLOTS - NEAR_SLOTS<D, O, M>)*WIDTH<D, O, M> * LANES;
  static SYMPLEX_SHARED std::size_t near(const Plan& plan) {
    return MAX_CODE * sizeof(Instruction) +
           (NEAR_SLOTS<D, O, M> * WIDTH<D, O, M> + plan.given * (M + 1)) * LANES * sizeof(double);
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
  std::uint32_t* queues;  // the next candidate, by constants
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
};

// Blocks take candidates until none is left.
template <int D, int O, int M>
__global__ void __launch_bounds__(MAX_WARPS* LANES, SYMPLEX_BLOCKS)
    fit_candidates(Plan plan, Method method, Work work, Share share) {
  __shared__ alignas(16) unsigned char fit_bytes[sizeof(Fit<M>)];
  __shared__ Instruction code[MAX_CODE];
  __shared__ double partial[MAX_WARPS * room_for(Sums<M>::SIZE)];
  __shared__ Reading reading;
  __shared__ std::uint32_t taken;
  extern __shared__ double2 desks[];
  Fit<M>& fit = *reinterpret_cast<Fit<M>*>(fit_bytes);
  Block crew{partial};
  Desk desk;
  desk.code = reinterpret_cast<Instruction*>(reinterpret_cast<unsigned char*>(desks) +
                                             crew.warp() * DeskSize<D, O, M>::near(plan));
  desk.slot = reinterpret_cast<double*>(desk.code + MAX_CODE);
  desk.near_slots = NEAR_SLOTS<D, O, M>;
  desk.given = desk.slot + NEAR_SLOTS<D, O, M> * WIDTH<D, O, M> * LANES;
  desk.far_slot = share.far_slots +
                  (blockIdx.x * crew.warps() + crew.warp()) * DeskSize<D, O, M>::FAR;
  double* const cache = share.cache ? share.cache + blockIdx.x * share.cache_size : nullptr;
  for (;;) {
    if (threadIdx.x == 0) taken = share.begin + atomicAdd(work.queues + M, 1u);
    __syncthreads();
    if (taken >= share.end) return;
    const std::uint32_t i = work.order[taken];
    const std::int64_t tokens = work.offsets[i];
    if (threadIdx.x == 0) {
      reading = work.readings[i];
      std::size_t n = static_cast<std::size_t>(work.offsets[i + 1] - tokens);
      fit.begin(method, reading, work.constants + work.slots[i],
                key_of(work.tokens + tokens, n, method.seed));
    }
    __syncthreads();
    for (int k = threadIdx.x; k < reading.length; k += blockDim.x)
      code[k] = work.code[3 * tokens + k];
    __syncthreads();
    Candidate candidate{code, &reading, fit.at, cache, 0};
    desk.pass = nullptr;
    while (!fit.done) {
      Sums<M> sums;
      double loss = evaluate<D, O, M>(plan, candidate, fit.bound, crew, desk, sums);
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
  std::size_t (*near)(const Plan&);
  std::size_t far;
};

template <int D, int O, int M>
FitKernel kernel_for() {
  return {fit_candidates<D, O, M>, DeskSize<D, O, M>::near, DeskSize<D, O, M>::FAR};
}

// The kernel for a shape of passes and a number of constants; each shape is compiled by itself.
template <int SHAPE>
FitKernel fit_kernel(int constants);

}  // namespace symplex::gpu
