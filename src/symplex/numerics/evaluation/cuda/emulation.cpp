// The GPU engine's code on a CPU: one thread takes the lanes of a warp in turn. Slow; it is how the
// engine is tested where there is no GPU. What it cannot test is in engine.cu alone.
#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <string>

#include "fit.hpp"
#include "objective.hpp"
#include "reading.hpp"

namespace symplex::gpu {
namespace {

// A crew of one warp whose lanes come one after the other: sums need no reduction.
struct Alone {
  std::uint32_t warps() const { return 1; }
  std::uint32_t warp() const { return 0; }
  static int first() { return 0; }
  static int stride() { return 1; }
  static void meet() {}
  static bool agree(bool sound) { return sound; }
  static bool all(bool sound) { return sound; }
  static double total(double sum) { return sum; }
  template <int M>
  static void reduce(Sums<M>&) {}
  template <class F>
  bool each_lane(F work) {
    bool sound = true;
    for (int lane = 0; lane < LANES && sound; ++lane) sound = work(lane);
    return sound;
  }
};

template <int O, int M>
void fit_one(const Plan& plan, const Reading& reading, const Instruction* code,
             const Method& method, std::uint64_t key, double* constants, double* loss) {
  Fit<M> fit;
  Alone crew;
  Sums<M> sums;
  fit.begin(method, plan.thinned, reading, constants, key);
  std::vector<double> cache(cache_size(plan));
  Candidate candidate{code, &reading, fit.at, cache.empty() ? nullptr : cache.data(), 0, 0};
  constexpr std::uint32_t SLOT = WIDTH<O, M> * LANES, GIVEN = (M + 1) * LANES;
  const Layout layout{cached_width(plan), 1, SLOT, SLOT + plan.given * GIVEN};
  std::vector<double> near(layout.columns + plan.columns * LANES), far(MAX_SLOTS * SLOT);
  std::vector<Step> steps(steps_for(plan, reading.length));
  std::vector<List> lists(plan.groups + 1);
  Desk desk{lists.data(), steps.data(), near.data(), far.data(), layout};
  while (!fit.done)
    fit.told(method, evaluate<O, M>(plan, candidate, fit.on_first, fit.bound, crew, desk, sums),
             sums);
  *loss = fit.loss;
  std::copy(fit.best, fit.best + reading.constants, constants);
}

template <int O, int M = 0>
void dispatch(int m, const Plan& plan, const Reading& reading, const Instruction* code,
              const Method& method, std::uint64_t key, double* constants, double* loss) {
  if constexpr (M <= MAX_TANGENTS) {
    if (m == M) return fit_one<O, M>(plan, reading, code, method, key, constants, loss);
    dispatch<O, M + 1>(m, plan, reading, code, method, key, constants, loss);
  }
}

}  // namespace

class Device {
 public:
  static const char* name() { return "a CPU in the place of a GPU"; }
  explicit Device(const Objective& objective)
      : plan_(objective.plan([](const auto& values) { return values.data(); })) {}

  void fit(const SymplexBatch& batch, const Method& method, std::uint32_t, double* seconds) {
    auto begin = std::chrono::steady_clock::now();
    for (std::int64_t i = 0; i < batch.size; ++i) {
      const std::uint8_t* ids = batch.tokens + batch.offsets[i];
      std::size_t n = static_cast<std::size_t>(batch.offsets[i + 1] - batch.offsets[i]);
      code_.resize(3 * n + 1);
      Reading reading = read(plan_, ids, n, method.moves_constants(), code_.data());
      batch.losses[i] = INFINITE;
      if (reading.status == Status::FITTED && tangents_of(method, reading) > MAX_TANGENTS)
        reading.status = ELSEWHERE;
      if (reading.status == Status::FITTED) {
        one(reading, method, key_of(ids, n, method.seed), batch.constants + batch.slots[i],
            batch.losses + i);
        reading.status = status_of(method, reading, batch.losses[i]);
      }
      batch.statuses[i] = static_cast<std::uint8_t>(reading.status);
    }
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    seconds[0] = 0;
    seconds[1] = seconds[2] = passed.count();
  }

 private:
  Plan plan_;
  std::vector<Instruction> code_;

  void one(const Reading& reading, const Method& method, std::uint64_t key, double* constants,
           double* loss) {
    auto* const of = plan_.order == 1   ? dispatch<1>
                     : plan_.order == 2 ? dispatch<2>
                     : plan_.order == 3 ? dispatch<3>
                                        : dispatch<4>;
    of(tangents_of(method, reading), plan_, reading, code_.data(), method, key, constants, loss);
  }
};

}  // namespace symplex::gpu

#include "entry.inl"
