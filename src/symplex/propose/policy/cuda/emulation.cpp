// The GPU sampler's code on a CPU: one thread takes the turns of all. Slow; it is how the sampler is
// tested where there is no GPU. What it cannot test is in sampler.cu alone.
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "drawing.hpp"

namespace symplex::gpu {
namespace {

struct Alone {
  // Every other time from the last turn to the first: on a GPU the turns have no order either.
  template <class F>
  void each(int count, F work) const {
    backwards_ = !backwards_;
    for (int i = 0; i < count; ++i) work(backwards_ ? count - 1 - i : i);
  }
  template <class F>
  void each_row(F work) const {
    each(ROWS, work);
  }
  void wait() const {}
  std::uint32_t next(std::uint32_t* counter) const { return (*counter)++; }

  template <class Number>
  void multiply(const Number* left, int stride, int rows, int inputs, const Number* panel,
                int apart, int outputs, float* to, int to_stride, bool add) const {
    for (int row = 0; row < rows; ++row)
      for (int output = 0; output < outputs; ++output) {
        float sum = add ? to[row * to_stride + output] : 0;
        for (int i = 0; i < inputs; ++i)
          sum += widened(left[row * stride + i]) * widened(panel[output * apart + i]);
        to[row * to_stride + output] = sum;
      }
  }

 private:
  mutable bool backwards_ = false;
};

template <class Number>
std::int64_t resident(const SymplexPolicy&, const SymplexGrammar&) {
  return 2;
}

template <class Number>
void drawn(const SymplexPolicy& policy, const SymplexGrammar& grammar, const SymplexTrees& trees,
           void*) {
  const std::size_t size = padded(Room<Number>::size(policy, grammar), 128);
  std::unique_ptr<unsigned char, decltype(&std::free)> memory(
      static_cast<unsigned char*>(std::aligned_alloc(128, size)), &std::free);
  Alone crew;
  for (std::size_t block = 0; block < std::size_t(trees.blocks); ++block)
    Drawing<Alone, Number>(crew, policy, grammar, trees, memory.get(), block).run();
}

}  // namespace
}  // namespace symplex::gpu

#include "entry.inl"
