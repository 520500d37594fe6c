// The sampler on a GPU: one kernel draws a whole batch. As many blocks as the GPU can hold grow their
// trees; products of matrices run on the tensor cores.
#include <cuda_bf16.h>
#include <mma.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "drawing.hpp"

namespace symplex::gpu {
namespace {

constexpr int THREADS = 256, WARPS = THREADS / 32;

class Block {
 public:
  template <class F>
  __device__ void each(int count, F work) const {
    for (int i = int(threadIdx.x); i < count; i += THREADS) work(i);
  }
  // Apart from each other, so that all warps work: the threads of one would wait for one another.
  template <class F>
  __device__ void each_row(F work) const {
    constexpr int APART = THREADS / ROWS;
    if (threadIdx.x % APART == 0) work(int(threadIdx.x) / APART);
  }
  __device__ void wait() const { __syncthreads(); }
  __device__ std::uint32_t next(std::uint32_t* counter) const { return atomicAdd(counter, 1u); }

  __device__ void multiply(const float* left, int stride, int rows, int inputs,
                           const float* panel, int apart, int outputs, float* to, int to_stride,
                           bool add) const {
    each(rows * outputs, [&](int i) {
      const int row = i / outputs, output = i % outputs;
      float sum = add ? to[row * to_stride + output] : 0;
      for (int k = 0; k < inputs; ++k) sum += left[row * stride + k] * panel[output * apart + k];
      to[row * to_stride + output] = sum;
    });
  }

  // Two tiles of rows share each tile of the matrix.
  __device__ void multiply(const Half* left, int stride, int rows, int inputs, const Half* panel,
                           int apart, int outputs, float* to, int to_stride, bool add) const {
    using namespace nvcuda::wmma;
    const auto* a = reinterpret_cast<const __nv_bfloat16*>(left);
    const auto* b = reinterpret_cast<const __nv_bfloat16*>(panel);
    const int pairs = rows / (2 * TILE), units = pairs * (outputs / TILE);
    for (int unit = int(threadIdx.x) / 32; unit < units; unit += WARPS) {
      const int row = unit % pairs * 2 * TILE, column = unit / pairs * TILE;
      fragment<accumulator, TILE, TILE, TILE, float> sums[2];
      fragment<matrix_a, TILE, TILE, TILE, __nv_bfloat16, row_major> rows_of;
      fragment<matrix_b, TILE, TILE, TILE, __nv_bfloat16, col_major> columns_of;
#pragma unroll
      for (int t = 0; t < 2; ++t) {
        const float* at = to + (row + t * TILE) * to_stride + column;
        if (add)
          load_matrix_sync(sums[t], at, to_stride, mem_row_major);
        else
          fill_fragment(sums[t], 0.0f);
      }
      for (int k = 0; k < inputs; k += TILE) {
        load_matrix_sync(columns_of, b + column * apart + k, apart);
#pragma unroll
        for (int t = 0; t < 2; ++t) {
          load_matrix_sync(rows_of, a + (row + t * TILE) * stride + k, stride);
          mma_sync(sums[t], rows_of, columns_of, sums[t]);
        }
      }
#pragma unroll
      for (int t = 0; t < 2; ++t)
        store_matrix_sync(to + (row + t * TILE) * to_stride + column, sums[t], to_stride,
                          mem_row_major);
    }
  }
};

template <class Number>
__global__ void __launch_bounds__(THREADS, 2)
    draw(const __grid_constant__ SymplexPolicy policy,
         const __grid_constant__ SymplexGrammar grammar,
         const __grid_constant__ SymplexTrees trees) {
  extern __shared__ __align__(128) unsigned char memory[];
  Block block;
  Drawing<Block, Number>(block, policy, grammar, trees, memory, blockIdx.x).run();
}

void check(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

template <class Number>
std::size_t allowed(const SymplexPolicy& policy, const SymplexGrammar& grammar) {
  const std::size_t size = Room<Number>::size(policy, grammar);
  check(cudaFuncSetAttribute(draw<Number>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(size)));
  return size;
}

template <class Number>
std::int64_t resident(const SymplexPolicy& policy, const SymplexGrammar& grammar) {
  const std::size_t size = allowed<Number>(policy, grammar);
  int device = 0, processors = 0, blocks = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, draw<Number>, THREADS, size));
  return std::int64_t(processors) * blocks;
}

template <class Number>
void drawn(const SymplexPolicy& policy, const SymplexGrammar& grammar, const SymplexTrees& trees,
           void* stream) {
  const std::size_t size = allowed<Number>(policy, grammar);
  draw<Number><<<unsigned(trees.blocks), THREADS, size, static_cast<cudaStream_t>(stream)>>>(
      policy, grammar, trees);
  check(cudaGetLastError());
}

}  // namespace
}  // namespace symplex::gpu

#include "entry.inl"
