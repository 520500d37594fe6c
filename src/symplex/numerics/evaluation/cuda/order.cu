// The kernels for passes of order SYMPLEX_ORDER: files that are compiled side by side.
#include "kernels.cuh"

namespace symplex::gpu {

template <>
FitKernel fit_kernel<SYMPLEX_ORDER>(int constants) {
  constexpr int O = SYMPLEX_ORDER;
  static const FitKernel kernels[] = {kernel_for<O, 0>(), kernel_for<O, 1>(), kernel_for<O, 2>(),
                                      kernel_for<O, 3>(), kernel_for<O, 4>(), kernel_for<O, 5>(),
                                      kernel_for<O, 6>()};
  static_assert(sizeof kernels / sizeof *kernels == MAX_TANGENTS + 1);
  return kernels[constants];
}

}  // namespace symplex::gpu
