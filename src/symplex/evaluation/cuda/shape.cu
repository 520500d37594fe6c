// The kernels of one shape of passes, SHAPES[SYMPLEX_SHAPE]: files that are compiled side by side.
#include "kernels.cuh"

namespace symplex::gpu {

template <>
FitKernel fit_kernel<SYMPLEX_SHAPE>(int constants) {
  constexpr int D = SHAPES[SYMPLEX_SHAPE].directions, O = SHAPES[SYMPLEX_SHAPE].order;
  static const FitKernel kernels[] = {
      kernel_for<D, O, 0>(), kernel_for<D, O, 1>(), kernel_for<D, O, 2>(), kernel_for<D, O, 3>(),
      kernel_for<D, O, 4>(), kernel_for<D, O, 5>(), kernel_for<D, O, 6>()};
  static_assert(sizeof kernels / sizeof *kernels == MAX_TANGENTS + 1);
  return kernels[constants];
}

}  // namespace symplex::gpu
