// Levenberg-Marquardt for one start, as a state machine without heap: it is told the loss at
// `trial`, and the normal equations when it asks for them. Knows nothing of candidates.
#pragma once

#include <cmath>
#include <cstddef>

#include "instruction.hpp"

namespace symplex {

// Solves (matrix + damping*diagonal) step = -vector by Cholesky; false where it is not definite.
template <int MOST>
SYMPLEX_SHARED inline bool damped_step(const double* matrix, const double* vector,
                                       const double* diagonal, double damping, std::size_t m,
                                       double* step) {
  double factor[MOST * MOST], inverse[MOST];
  SYMPLEX_UNROLL
  for (std::size_t i = 0; i < m; ++i) {
    SYMPLEX_UNROLL
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i * m + j] + (i == j ? damping * diagonal[i] : 0.0);
      SYMPLEX_UNROLL
      for (std::size_t k = 0; k < j; ++k) sum -= factor[i * m + k] * factor[j * m + k];
      if (i == j && !(sum > 0)) return false;
      if (i == j) inverse[i] = 1 / std::sqrt(sum);
      factor[i * m + j] = sum * inverse[j];
    }
    double sum = -vector[i];
    SYMPLEX_UNROLL
    for (std::size_t k = 0; k < i; ++k) sum -= factor[i * m + k] * step[k];
    step[i] = sum * inverse[i];
  }
  SYMPLEX_UNROLL
  for (std::size_t done = 0; done < m; ++done) {
    const std::size_t i = m - 1 - done;
    SYMPLEX_UNROLL
    for (std::size_t k = i + 1; k < m; ++k) step[i] -= factor[k * m + i] * step[k];
    step[i] *= inverse[i];
    if (!std::isfinite(step[i])) return false;
  }
  return true;
}

// For at most MOST constants, or, if ALL, for exactly that many: loops of known length keep what
// they work on in a GPU's registers.
template <int MOST, bool ALL = false>
struct LevenbergMarquardtFor {
  // A fit is as good as doubles allow below this loss: nothing is left to gain.
  static constexpr double EXACT = 1e-28;
  static constexpr double FIRST_DAMPING = 1e-3, LEAST_DAMPING = 1e-12, MAX_DAMPING = 1e12;
  // A step that gains less than this share of the loss ends the start.
  static constexpr double LEAST_GAIN = 1e-5;

  SYMPLEX_SHARED std::size_t count() const { return ALL ? MOST : m_; }

  double loss, damping, growth;
  double at[MOST], trial[MOST];
  double matrix[MOST * MOST], vector[MOST];
  double diagonal[MOST];

  SYMPLEX_SHARED void begin(std::size_t constants, const double* start, double start_loss) {
    m_ = constants;
    loss = start_loss;
    damping = FIRST_DAMPING;
    growth = 2;
    SYMPLEX_UNROLL
    for (std::size_t j = 0; j < count(); ++j) {
      at[j] = start[j];
      diagonal[j] = 0;
    }
  }

  // Takes the normal equations at `at` into account (they are written to matrix and vector).
  SYMPLEX_SHARED void linearised() {
    const std::size_t m = count();
    SYMPLEX_UNROLL
    for (std::size_t j = 0; j < m; ++j) {
      double here = matrix[j * m + j];
      diagonal[j] = here > diagonal[j] ? here : diagonal[j];
    }
  }

  // Proposes the next trial; false where there is nothing more to try.
  SYMPLEX_SHARED bool propose() {
    const std::size_t m = count();
    double floor = 1e-300;
    SYMPLEX_UNROLL
    for (std::size_t j = 0; j < m; ++j) floor = std::fmax(floor, 1e-14 * diagonal[j]);
    double scale[MOST], step[MOST];
    SYMPLEX_UNROLL
    for (std::size_t j = 0; j < m; ++j) scale[j] = std::fmax(diagonal[j], floor);
    while (!damped_step<MOST>(matrix, vector, scale, damping, m, step)) {
      damping *= 10;
      if (!(damping < MAX_DAMPING)) return false;
    }
    double moved = 0;
    expected = 0;
    SYMPLEX_UNROLL
    for (std::size_t j = 0; j < m; ++j) {
      trial[j] = at[j] + step[j];
      moved = std::fmax(moved, std::fabs(step[j]) - 1e-15 * std::fabs(at[j]));
      expected += step[j] * (damping * scale[j] * step[j] - vector[j]);
    }
    return moved > 0;
  }

  // Takes the trial where it is better, and says whether; `finished` says whether to stop.
  SYMPLEX_SHARED bool accept(double trial_loss) {
    if (trial_loss < loss) {
      gain = loss - trial_loss;
      const double ratio = gain / expected;
      finished = trial_loss <= EXACT || gain < LEAST_GAIN * loss;
      SYMPLEX_UNROLL
      for (std::size_t j = 0; j < count(); ++j) at[j] = trial[j];
      loss = trial_loss;
      double off = 2 * std::fmin(ratio, 1.0) - 1, shrink = 1 - off * off * off;
      damping = std::fmax(damping * std::fmax(1.0 / 10, shrink), LEAST_DAMPING);
      growth = 2;
      return true;
    }
    // Where even the model expects next to nothing, the start has arrived.
    finished = expected < LEAST_GAIN * loss;
    damping *= growth;
    growth *= 2;
    finished = finished || !(damping < MAX_DAMPING);
    return false;
  }

  double expected = 0, gain = 0;
  bool finished = false;

 private:
  std::size_t m_ = 0;
};

using LevenbergMarquardt = LevenbergMarquardtFor<MAX_CONSTANTS>;

}  // namespace symplex
