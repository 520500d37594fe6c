// Many candidates at once, on several threads. A candidate's result depends on nothing but itself.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "fit.hpp"

namespace symplex {

// Denormal numbers are flushed to zero while this lives: they cost a hundred times a normal one.
class FlushDenormals {
#if defined(__x86_64__)
 public:
  FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040u); }
  ~FlushDenormals() { _mm_setcsr(before_); }

 private:
  unsigned before_;
#endif
};

struct Batch {
  const std::uint8_t* tokens;
  const std::int64_t* offsets;  // of tokens, size + 1
  const std::int64_t* slots;    // of constants, size + 1
  std::size_t size;
  std::size_t length(std::size_t i) const { return std::size_t(offsets[i + 1] - offsets[i]); }
};

// Workers keep their memory between calls; a call borrows as many as it has threads.
class Pool {
 public:
  explicit Pool(const Problem& problem) : problem_(problem) {}

  std::unique_ptr<Evaluation> borrow() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        auto worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return std::make_unique<Evaluation>(problem_);
  }
  void give_back(std::unique_ptr<Evaluation> worker) {
    std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(worker));
  }

  // Calls work(evaluation, i) for every i < size.
  template <class Work>
  void each(std::size_t size, std::size_t threads, Work work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    auto loop = [&] {
      FlushDenormals flush;
      try {
        auto worker = borrow();
        for (std::size_t i; (i = next.fetch_add(1)) < size;) work(*worker, i);
        give_back(std::move(worker));
      } catch (...) {
        std::lock_guard<std::mutex> lock(failing);
        failure = std::current_exception();
        next = size;
      }
    };
    std::vector<std::thread> others;
    for (std::size_t t = 1; t < std::min(threads, size); ++t) others.emplace_back(loop);
    loop();
    for (auto& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
  }

 private:
  const Problem& problem_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Evaluation>> idle_;
};

// Fits every candidate; `first` has fewer points, on which starts are tried, or is null. `constants`
// holds the first starts and receives the fitted values.
inline void fit_batch(Pool& pool, Pool* first, const Batch& batch, const FitSettings& settings,
                      std::size_t threads, double* constants, double* losses,
                      std::uint8_t* statuses) {
  const bool moves = settings.method.moves_constants();
  pool.each(batch.size, threads, [&](Evaluation& evaluation, std::size_t i) {
    const std::uint8_t* ids = batch.tokens + batch.offsets[i];
    double* mine = constants + batch.slots[i];
    losses[i] = INFINITE;
    Status status = evaluation.prepare(ids, batch.length(i), moves);
    if (status == Status::FITTED) {
      std::unique_ptr<Evaluation> some;
      if (first && moves && evaluation.constants() > 0) {
        some = first->borrow();
        some->prepare(ids, batch.length(i), true);
      }
      Fitter fitter(evaluation, some.get());
      status = fitter.fit(settings, key_of(ids, batch.length(i), settings.seed), mine);
      losses[i] = fitter.best.loss;
      std::copy(fitter.best.at, fitter.best.at + evaluation.constants(), mine);
      if (some) first->give_back(std::move(some));
    }
    statuses[i] = static_cast<std::uint8_t>(status);
  });
}

// Residuals (and derivatives by constants) of every candidate: `width` doubles each, NaN where a
// candidate could not be read.
inline void residuals_batch(Pool& pool, const Batch& batch, const double* constants, bool jacobian,
                            std::size_t threads, std::size_t width, double* to,
                            std::uint8_t* statuses) {
  pool.each(batch.size, threads, [&](Evaluation& evaluation, std::size_t i) {
    double* mine = to + i * width;
    std::fill(mine, mine + width, std::nan(""));
    Status status = evaluation.prepare(batch.tokens + batch.offsets[i], batch.length(i), jacobian);
    if (status == Status::FITTED)
      evaluation.residuals(constants + batch.slots[i], jacobian && evaluation.constants() > 0,
                           mine);
    statuses[i] = static_cast<std::uint8_t>(status);
  });
}

}  // namespace symplex
