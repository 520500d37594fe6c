// Fits one candidate's constants: several starts of Levenberg-Marquardt, or the paper's Adam.
#pragma once

#include <algorithm>
#include <cmath>

#include "evaluation.hpp"
#include "levenberg_marquardt.hpp"
#include "random.hpp"

namespace symplex {

// Random starts are normal variates of this size: most constants of formulas are of order 1.
constexpr double SPREAD = 1.5;

enum class Optimiser : std::uint8_t { NONE, LEVENBERG_MARQUARDT, ADAM };

// How constants are fitted.
struct FitMethod {
  Optimiser optimiser = Optimiser::NONE;
  int starts = 1;   // of Levenberg-Marquardt
  int steps = 0;    // evaluations per start, or steps of Adam
  double rate = 0;  // of Adam
  std::size_t first_points = 0;  // of each group, on which starts are tried; 0 for all

  static FitMethod fixed() { return {}; }
  static FitMethod levenberg_marquardt(int starts, int steps, std::size_t first_points) {
    return {Optimiser::LEVENBERG_MARQUARDT, starts, steps, 0, first_points};
  }
  static FitMethod adam(int steps, double rate) { return {Optimiser::ADAM, 1, steps, rate, 0}; }

  bool moves_constants() const { return optimiser != Optimiser::NONE && steps > 0; }
};

struct FitSettings {
  FitMethod method;
  double loss_cutoff = INFINITE;  // a candidate that needs no fit is given up above this loss
  std::uint64_t seed = 0;
};

// The best constants met so far.
struct Best {
  double loss = INFINITE;
  double at[MAX_CONSTANTS];
  void offer(double candidate, const double* constants, std::size_t m) {
    if (!(candidate < loss)) return;
    loss = candidate;
    std::copy(constants, constants + m, at);
  }
};

class Fitter {
 public:
  // `first` evaluates the same candidate on the first points, or is null.
  explicit Fitter(Evaluation& evaluation, Evaluation* first = nullptr)
      : e_(evaluation), first_(first) {}

  // `first` is where the first start begins. The result is in `best`.
  Status fit(const FitSettings& settings, std::uint64_t key, const double* first) {
    best = Best{};
    std::size_t m = e_.constants();
    std::copy(first, first + m, best.at);
    if (m == 0 || !settings.method.moves_constants()) {
      best.loss = e_.loss(first, settings.loss_cutoff);
      if (best.loss < INFINITE) return Status::FITTED;
      return settings.loss_cutoff < INFINITE ? Status::NOT_WORTH_KEEPING : Status::NOT_FINITE;
    }
    if (settings.method.optimiser == Optimiser::ADAM)
      adam(settings.method, first);
    else
      levenberg_marquardt(settings.method, key, first);
    return best.loss < INFINITE ? Status::FITTED : Status::NOT_FINITE;
  }

  Best best;

 private:
  enum class Stage { ONLY, FIRST, ENDING };

  Evaluation& e_;
  Evaluation* first_;
  LevenbergMarquardt lm_;
  bool affine_ = false;

  void levenberg_marquardt(const FitMethod& method, std::uint64_t key, const double* first) {
    affine_ = e_.affine();
    // What is affine needs one step anyway: it is taken on all points at once.
    if (!first_ || affine_) return try_starts(method, key, first, 0, Stage::ONLY);
    try_starts(method, key, first, 0, Stage::FIRST);
    if (!(best.loss < INFINITE)) return;
    // The best of the starts on the first points goes on from there on all of them.
    double start[MAX_CONSTANTS];
    std::copy(best.at, best.at + e_.constants(), start);
    best.loss = INFINITE;
    descend(method.steps, start, Stage::ENDING);
    // Where it is undefined at others, all starts but the given one are tried again, on all points.
    if (!(best.loss < INFINITE)) try_starts(method, key, first, 1, Stage::ONLY);
  }

  void try_starts(const FitMethod& method, std::uint64_t key, const double* first, int begin,
                  Stage stage) {
    double start[MAX_CONSTANTS];
    std::size_t m = e_.constants();
    int fruitful = 0, wanted = affine_ ? 1 : method.starts;
    // A start that is undefined or on a plateau is not counted, as often again as there are starts.
    for (int s = begin; s < 2 * wanted && fruitful < wanted; ++s) {
      Random random{scramble(key ^ static_cast<std::uint64_t>(s))};
      for (std::size_t j = 0; j < m; ++j) start[j] = s == 0 ? first[j] : SPREAD * random.normal();
      fruitful += descend(method.steps, start, stage);
      if (best.loss <= LevenbergMarquardt::EXACT) return;
    }
  }

  // Whether the start led anywhere.
  bool descend(int steps, const double* start, Stage stage) {
    Evaluation& on = stage == Stage::FIRST ? *first_ : e_;
    double loss = on.loss(start, INFINITE);
    if (!(loss < INFINITE)) return false;
    lm_.begin(e_.constants(), start, loss);
    if (affine_) lm_.damping = LevenbergMarquardt::LEAST_DAMPING;  // one step is the answer
    bool moved = true;
    for (int step = 0; step < steps; ++step) {
      if (moved) {
        on.normal_equations(lm_.matrix, lm_.vector);
        lm_.linearised();
      }
      if (!lm_.propose()) break;
      if (stage == Stage::ENDING && lm_.expected < EXPECTED_GAIN * lm_.loss) break;
      moved = lm_.accept(on.loss(lm_.trial, lm_.loss));
      if (lm_.finished || (moved && slow(stage))) break;
    }
    best.offer(lm_.loss, lm_.at, e_.constants());
    return lm_.loss < loss;
  }

  // Whether the last step gained too little for another one.
  bool slow(Stage stage) const {
    if (stage == Stage::ONLY) return false;
    return !(lm_.gain > (stage == Stage::ENDING ? LAST_GAIN : FIRST_GAIN) * lm_.loss);
  }

  // Paper appendix: Adam on the loss. Departs from the paper: the best point met is returned, not
  // the last one.
  void adam(const FitMethod& method, const double* first) {
    constexpr double BETA1 = 0.9, BETA2 = 0.999, EPSILON = 1e-8;
    std::size_t m = e_.constants();
    double at[MAX_CONSTANTS], mean[MAX_CONSTANTS] = {}, square[MAX_CONSTANTS] = {};
    std::copy(first, first + m, at);
    double decay1 = 1, decay2 = 1;
    for (int step = 0; step <= method.steps; ++step) {
      double loss = e_.loss(at, INFINITE);
      best.offer(loss, at, m);
      if (!(loss < INFINITE) || loss <= LevenbergMarquardt::EXACT || step == method.steps) return;
      e_.normal_equations(lm_.matrix, lm_.vector);
      decay1 *= BETA1;
      decay2 *= BETA2;
      for (std::size_t j = 0; j < m; ++j) {
        double gradient = 2 * lm_.vector[j];
        mean[j] = BETA1 * mean[j] + (1 - BETA1) * gradient;
        square[j] = BETA2 * square[j] + (1 - BETA2) * gradient * gradient;
        at[j] -= method.rate * (mean[j] / (1 - decay1)) /
                 (std::sqrt(square[j] / (1 - decay2)) + EPSILON);
      }
    }
  }
};

}  // namespace symplex
