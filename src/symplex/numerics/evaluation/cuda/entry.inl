// The functions of api.hpp, for a build that has defined symplex::gpu::Device.

namespace symplex::gpu {
namespace {

struct Handle {
  Objective objective;
  std::unique_ptr<Device> device;
  std::uint32_t first_points = 0;
};

thread_local std::string last_error;

template <class F>
int guarded(F work) {
  try {
    return work();
  } catch (const std::exception& failure) {
    last_error = failure.what();
    return SYMPLEX_FAILED;
  }
}

}  // namespace
}  // namespace symplex::gpu

using namespace symplex::gpu;

extern "C" {

const char* symplex_gpu_error() { return last_error.c_str(); }

const char* symplex_gpu_device() { return Device::name(); }

void* symplex_gpu_open(std::int64_t unknowns, std::int64_t variables, const SymplexCode* tokens) {
  void* made = nullptr;
  guarded([&] {
    made = new Handle{Objective(unknowns, variables, *tokens), nullptr, 0};
    return SYMPLEX_DONE;
  });
  return made;
}

int symplex_gpu_add_group(void* handle, const SymplexGroup* group) {
  return guarded([&] {
    static_cast<Handle*>(handle)->objective.add(*group);
    return SYMPLEX_DONE;
  });
}

int symplex_gpu_seal(void* handle) {
  return guarded([&] {
    Handle& mine = *static_cast<Handle*>(handle);
    if (!mine.objective.seal()) return SYMPLEX_NOT_FITTED_FOR;
    mine.objective.choose_first(mine.first_points);
    mine.device = std::make_unique<Device>(mine.objective);
    return SYMPLEX_DONE;
  });
}

int symplex_gpu_fit(void* handle, const SymplexBatch* batch, const SymplexMethod* method,
                    double* seconds) {
  return guarded([&] {
    Method how{static_cast<Optimiser>(method->optimiser), method->starts, method->steps,
               method->rate, method->loss_cutoff, method->seed};
    Handle& mine = *static_cast<Handle*>(handle);
    if (mine.first_points != method->first_points) {
      mine.first_points = method->first_points;
      mine.objective.choose_first(mine.first_points);
      mine.device = std::make_unique<Device>(mine.objective);
    }
    mine.device->fit(*batch, how, method->warps, seconds);
    return SYMPLEX_DONE;
  });
}

void symplex_gpu_close(void* handle) { delete static_cast<Handle*>(handle); }

}
