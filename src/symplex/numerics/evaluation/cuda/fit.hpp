// The fit of one candidate's constants as a state machine: it says where to evaluate next and is
// told what was found there. The same starts, steps and rules as core/fit.hpp; here the normal
// equations come with every loss, since computing them along is cheaper than coming back for them.
#pragma once

#include "../core/levenberg_marquardt.hpp"
#include "../core/random.hpp"
#include "../core/thinning.hpp"
#include "evaluation.hpp"

namespace symplex::gpu {

constexpr double SPREAD = 1.5;  // of random starts, as in core/fit.hpp
enum class Optimiser : std::uint32_t { NONE, LEVENBERG_MARQUARDT, ADAM };

struct Method {
  Optimiser optimiser;
  std::uint32_t starts, steps;
  double rate, loss_cutoff;
  std::uint64_t seed;

  SYMPLEX_SHARED bool moves_constants() const { return optimiser != Optimiser::NONE && steps > 0; }
};

// Without constants, or with all of them fixed, there is one evaluation and nothing to decide.
template <int M>
class Fit {
 public:
  double loss = INFINITE;  // the best so far
  double best[MAX_CONSTANTS];
  double at[MAX_CONSTANTS];  // where to evaluate next
  double bound = INFINITE;   // a loss as large as this need not be known
  bool on_first = false;     // whether the first points are enough to evaluate at
  bool done = false;

  // `first` is where the first start begins.
  SYMPLEX_SHARED void begin(const Method& method, bool thinned, const Reading& reading,
                            const double* first, std::uint64_t key) {
    loss = INFINITE;
    bound = M > 0 ? INFINITE : method.loss_cutoff;
    done = false;
    trying_ = false;
    for (int j = 0; j < reading.constants; ++j) best[j] = at[j] = first[j];
    key_ = key;
    start_ = fruitful_ = step_ = 0;
    affine_ = reading.affine && method.optimiser == Optimiser::LEVENBERG_MARQUARDT;
    // What is affine needs one step anyway: it is taken on all points at once.
    on_first = M > 0 && thinned && !affine_ && method.optimiser == Optimiser::LEVENBERG_MARQUARDT;
    ending_ = false;
    if (M > 0 && method.optimiser == Optimiser::ADAM) {
      for (int j = 0; j < M; ++j) mean_[j] = square_[j] = 0;
      decay_[0] = decay_[1] = 1;
    }
  }

  SYMPLEX_SHARED void told(const Method& method, double found, const Sums<M>& sums) {
    if (M == 0) {
      loss = found;
      done = true;
    } else if (method.optimiser == Optimiser::ADAM) {
      told_adam(method, found, sums);
    } else {
      told_marquardt(method, found, sums);
    }
  }

 private:
  static constexpr int SIZE = M > 0 ? M : 1;
  using Marquardt = LevenbergMarquardtFor<SIZE, true>;

  Marquardt lm_;
  double mean_[SIZE], square_[SIZE], decay_[2];  // of Adam
  double start_loss_;
  std::uint64_t key_;
  std::uint32_t start_, fruitful_, step_;
  bool affine_, trying_, ending_;

  SYMPLEX_SHARED void offer(double found, const double* constants) {
    if (!(found < loss)) return;
    loss = found;
    for (int j = 0; j < M; ++j) best[j] = constants[j];
  }

  // One place for every step: code that is there twice is fetched twice.
  SYMPLEX_SHARED void told_marquardt(const Method& method, double found, const Sums<M>& sums) {
    bool moved = true, over = false;
    if (trying_) {
      ++step_;
      moved = lm_.accept(found);
      over = lm_.finished || step_ == method.steps || (moved && slow());
    } else if (found < INFINITE) {
      start_loss_ = found;
      lm_.begin(M, at, found);
      if (affine_) lm_.damping = Marquardt::LEAST_DAMPING;  // one step is the answer
      step_ = 0;
      trying_ = true;
    } else {
      return undefined(method);
    }
    if (!over && moved) linearise(sums);
    if (over || !lm_.propose() || (ending_ && lm_.expected < EXPECTED_GAIN * lm_.loss)) {
      offer(lm_.loss, lm_.at);
      return next_start(method, lm_.loss < start_loss_);
    }
    bound = lm_.loss;
    for (int j = 0; j < M; ++j) at[j] = lm_.trial[j];
  }

  // Whether the last step gained too little for another one.
  SYMPLEX_SHARED bool slow() const {
    if (!on_first && !ending_) return false;
    return !(lm_.gain > (ending_ ? LAST_GAIN : FIRST_GAIN) * lm_.loss);
  }

  SYMPLEX_SHARED void linearise(const Sums<M>& sums) {
    SYMPLEX_UNROLL
    for (int i = 0; i < M; ++i) {
      lm_.vector[i] = sums.vector(i);
      SYMPLEX_UNROLL
      for (int j = 0; j <= i; ++j) lm_.matrix[i * M + j] = sums.matrix(i, j);
    }
    lm_.linearised();
  }

  // A start that is undefined or on a plateau is not counted, as often again as there are starts.
  SYMPLEX_SHARED void next_start(const Method& method, bool fruitful) {
    if (ending_) {
      done = true;
      return;
    }
    fruitful_ += fruitful;
    ++start_;
    std::uint32_t wanted = affine_ ? 1 : method.starts;
    if (loss <= Marquardt::EXACT || start_ >= 2 * wanted || fruitful_ >= wanted) {
      end_starts();
      return;
    }
    Random random{scramble(key_ ^ static_cast<std::uint64_t>(start_))};
    SYMPLEX_ROLL
    for (int j = 0; j < M; ++j) at[j] = SPREAD * random.normal();
    bound = INFINITE;
    trying_ = false;
  }

  // The best of the starts on the first points goes on from there on all of them.
  SYMPLEX_SHARED void end_starts() {
    done = !on_first || !(loss < INFINITE);
    if (done) return;
    on_first = false;
    ending_ = true;
    for (int j = 0; j < M; ++j) at[j] = best[j];
    loss = bound = INFINITE;
    trying_ = false;
  }

  // Where the best of the first points is undefined at others, all starts but the given one are
  // tried again, on all points.
  SYMPLEX_SHARED void undefined(const Method& method) {
    if (ending_) start_ = fruitful_ = 0;
    ending_ = false;
    next_start(method, false);
  }

  SYMPLEX_SHARED void told_adam(const Method& method, double found, const Sums<M>& sums) {
    constexpr double BETA1 = 0.9, BETA2 = 0.999, EPSILON = 1e-8;
    offer(found, at);
    if (!(found < INFINITE) || found <= Marquardt::EXACT || step_ == method.steps) {
      done = true;
      return;
    }
    ++step_;
    decay_[0] *= BETA1;
    decay_[1] *= BETA2;
    SYMPLEX_ROLL
    for (int j = 0; j < M; ++j) {
      double gradient = 2 * sums.vector(j);
      mean_[j] = BETA1 * mean_[j] + (1 - BETA1) * gradient;
      square_[j] = BETA2 * square_[j] + (1 - BETA2) * gradient * gradient;
      at[j] -= method.rate * (mean_[j] / (1 - decay_[0])) /
               (std::sqrt(square_[j] / (1 - decay_[1])) + EPSILON);
    }
  }
};

SYMPLEX_SHARED inline Status status_of(const Method& method, const Reading& reading, double loss) {
  if (loss < INFINITE) return Status::FITTED;
  bool fixed = reading.constants == 0 || !method.moves_constants();
  return fixed && method.loss_cutoff < INFINITE ? Status::NOT_WORTH_KEEPING : Status::NOT_FINITE;
}

// The kernel for a candidate: by its constants, 0 where none is fitted.
SYMPLEX_SHARED inline int tangents_of(const Method& method, const Reading& reading) {
  return method.moves_constants() ? reading.constants : 0;
}

}  // namespace symplex::gpu
