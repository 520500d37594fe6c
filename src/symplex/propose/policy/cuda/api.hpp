// The door of the sampler on a GPU: plain C functions over flat arrays, for ctypes. The same
// functions are exported by the GPU build (sampler.cu) and by the build that runs the same code on a
// CPU (emulation.cpp), with which it is tested where there is no GPU.
#pragma once

#include <cstdint>

extern "C" {

// All arrays are on the device. Rows of matrices are outputs; features of queries, keys and values
// come in the order of folding.py: the first of all heads, then the second.
struct SymplexPolicy {
  std::int64_t vocabulary, layers, hidden, depths;
  // Of each layer: query, keys and values below each other, merge, widen, narrow; then the output,
  // its rows padded to a multiple of 16.
  const void* matrices;
  // Tokens, parents, siblings, depths, hole, positions; of each layer the biases of its four
  // matrices and the keys of the relations; the bias of the output, padded.
  const float* vectors;
};

struct SymplexGrammar {
  std::int64_t most;  // the largest arity
  std::int64_t max_depth, max_length, max_constants;
  const std::uint8_t* facts;  // [6][vocabulary + 1], in the order of folding.py
  const std::uint64_t* sets;  // of 256 bits: what may stand below what, then what fits
};

struct SymplexTrees {
  std::int64_t count, attempts;
  std::uint64_t seed;
  std::uint8_t* tokens;   // [count][max_length]
  std::int64_t* lengths;  // 0 where every attempt was degenerate
  double *log_probs, *entropies;  // of whole trees; summed over their tokens
  std::uint32_t* counters;  // zeros; receives what was begun, and how many were thrown away
  void* cache;              // of symplex_sampler_cache bytes
  std::int64_t blocks;      // at most symplex_sampler_blocks
};

// Functions that can fail return a number other than 0; symplex_sampler_error() says why.
const char* symplex_sampler_error();
// How many groups of trees a device grows at a time; 0 where it cannot.
std::int64_t symplex_sampler_blocks(const SymplexPolicy* policy, const SymplexGrammar* grammar,
                                    int half);
// How many bytes the keys and values of so many groups take.
std::int64_t symplex_sampler_cache(const SymplexPolicy* policy, const SymplexGrammar* grammar,
                                   std::int64_t blocks, int half);
// Draws trees; `half` for weights and activations of 16 bits, of 32 otherwise.
int symplex_sampler_draw(const SymplexPolicy* policy, const SymplexGrammar* grammar,
                         const SymplexTrees* trees, int half, void* stream);
}
