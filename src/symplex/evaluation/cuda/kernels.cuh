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
  Fit<M>& fit = *reinterpret_cast<Fit<M>*>(fit_bytes);
  Block crew{partial};
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
    while (!fit.done) {
      Sums<M> sums;
      double loss = evaluate<D, O, M>(plan, candidate, fit.bound, crew, sums);
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

using FitKernel = void (*)(Plan, Method, Work, Share);

// The kernel for a shape of passes and a number of constants; each shape is compiled by itself.
template <int SHAPE>
FitKernel fit_kernel(int constants);

}  // namespace symplex::gpu
