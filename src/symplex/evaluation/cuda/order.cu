// The kernels of one order of derivatives, SYMPLEX_ORDER: files that are compiled side by side.
#include "kernels.cuh"

namespace symplex::gpu {

template <>
FitKernel fit_kernel<SYMPLEX_ORDER>(int constants) {
  static const FitKernel kernels[] = {
      fit_candidates<SYMPLEX_ORDER, 0>, fit_candidates<SYMPLEX_ORDER, 1>,
      fit_candidates<SYMPLEX_ORDER, 2>, fit_candidates<SYMPLEX_ORDER, 3>,
      fit_candidates<SYMPLEX_ORDER, 4>, fit_candidates<SYMPLEX_ORDER, 5>,
      fit_candidates<SYMPLEX_ORDER, 6>};
  static_assert(sizeof kernels / sizeof *kernels == MAX_TANGENTS + 1);
  return kernels[constants];
}

}  // namespace symplex::gpu
