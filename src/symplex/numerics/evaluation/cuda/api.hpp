// The door of the GPU engine: plain C functions over flat arrays, for ctypes. The same functions
// are exported by the GPU build (engine.cu) and by the build that runs the same code on a CPU
// (emulation.cpp), with which it is tested where there is no GPU.
#pragma once

#include <cstdint>

extern "C" {

// Prefix code: an operation, an index and a number for each symbol.
struct SymplexCode {
  std::int64_t size;
  const std::uint8_t* operations;
  const std::uint32_t* indices;
  const double* numbers;
};

// Points with their residuals, and the passes that the residuals' derivatives are made of.
struct SymplexGroup {
  std::int64_t points, columns;
  const double* values;  // [column][point]
  std::int64_t passes;
  const std::uint32_t *unknowns, *orders;  // by pass
  const double* directions;                // [pass][variable]
  std::int64_t outputs;
  const std::uint32_t *passes_of, *orders_of, *derivatives_of;  // by output, passes ascending
  const std::uint32_t* variables_of;  // the variables of its derivative, as bits
  const double* weights_of;
  std::int64_t derivatives, residuals;
  const SymplexCode* codes;  // by residual
  const double* weights;
};

struct SymplexMethod {
  std::uint32_t optimiser, starts, steps, warps;  // warps for each candidate, 0 to choose
  std::uint32_t first_points;  // of each group, on which starts are tried; 0 for all
  double rate, loss_cutoff;
  std::uint64_t seed;
};

// `constants` holds the first starts and receives the fitted values.
struct SymplexBatch {
  std::int64_t size;
  const std::uint8_t* tokens;
  const std::int64_t *offsets, *slots;
  double *constants, *losses;
  std::uint8_t* statuses;
};

// Functions that can fail return null or a number other than 0; symplex_gpu_error() says why.
enum { SYMPLEX_DONE = 0, SYMPLEX_FAILED = 1, SYMPLEX_NOT_FITTED_FOR = 2 };

const char* symplex_gpu_error();
// The name of the GPU, or null where there is none.
const char* symplex_gpu_device();
void* symplex_gpu_open(std::int64_t unknowns, std::int64_t variables, const SymplexCode* tokens);
int symplex_gpu_add_group(void* objective, const SymplexGroup* group);
// After the last group. SYMPLEX_NOT_FITTED_FOR: the problem is beyond the limits of this engine.
int symplex_gpu_seal(void* objective);
// `seconds` receives three times: reading candidates, fitting them, and all together.
int symplex_gpu_fit(void* objective, const SymplexBatch* batch, const SymplexMethod* method,
                    double* seconds);
void symplex_gpu_close(void* objective);
}
