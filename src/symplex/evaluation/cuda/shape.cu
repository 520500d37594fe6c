// The kernels of one shape of passes, SHAPES[SYMPLEX_SHAPE]: files that are compiled side by side.
#include "kernels.cuh"

namespace symplex::gpu {

template <>
FitKernel fit_kernel<SYMPLEX_SHAPE>(int constants) {
  constexpr int D = SHAPES[SYMPLEX_SHAPE].directions, O = SHAPES[SYMPLEX_SHAPE].order;
  static const FitKernel kernels[] = {
      fit_candidates<D, O, 0>, fit_candidates<D, O, 1>, fit_candidates<D, O, 2>,
      fit_candidates<D, O, 3>, fit_candidates<D, O, 4>, fit_candidates<D, O, 5>,
      fit_candidates<D, O, 6>};
  static_assert(sizeof kernels / sizeof *kernels == MAX_TANGENTS + 1);
  return kernels[constants];
}

}  // namespace symplex::gpu
