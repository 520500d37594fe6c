// The functions of api.hpp, for a build that has defined `drawn` and `resident`.

namespace symplex::gpu {
namespace {

thread_local std::string last_error;

template <class F>
auto guarded(F work, decltype(work()) failed) {
  try {
    return work();
  } catch (const std::exception& failure) {
    last_error = failure.what();
    return failed;
  }
}

}  // namespace
}  // namespace symplex::gpu

using namespace symplex::gpu;

extern "C" {

const char* symplex_sampler_error() { return last_error.c_str(); }

std::int64_t symplex_sampler_blocks(const SymplexPolicy* policy, const SymplexGrammar* grammar,
                                    int half) {
  auto work = [&] {
    return half ? resident<Half>(*policy, *grammar) : resident<float>(*policy, *grammar);
  };
  return guarded(work, 0);
}

std::int64_t symplex_sampler_cache(const SymplexPolicy* policy, const SymplexGrammar* grammar,
                                   std::int64_t blocks, int half) {
  const std::int64_t one = half ? sizeof(Kept<Half>) : sizeof(Kept<float>);
  return blocks * policy->layers * grammar->max_length * ROWS * HEADS * one;
}

int symplex_sampler_draw(const SymplexPolicy* policy, const SymplexGrammar* grammar,
                         const SymplexTrees* trees, int half, void* stream) {
  auto work = [&] {
    if (half)
      drawn<Half>(*policy, *grammar, *trees, stream);
    else
      drawn<float>(*policy, *grammar, *trees, stream);
    return 0;
  };
  return guarded(work, 1);
}
}
