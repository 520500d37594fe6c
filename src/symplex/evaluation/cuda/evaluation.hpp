// A candidate's loss and normal equations over all points. `Crew` is who evaluates: the warps of a
// GPU's block, a point for each lane, or on a CPU one thread that takes all lanes in turn.
#pragma once

#include <limits>

#include "interpreter.hpp"

namespace symplex::gpu {

constexpr double INFINITE = std::numeric_limits<double>::infinity();

// J'WJ (its lower triangle by rows), J'Wr and r'Wr.
template <int M>
struct Sums {
  static constexpr int SIZE = 1 + M + M * (M + 1) / 2;
  double entry[SIZE];

  SYMPLEX_SHARED void clear() {
    SYMPLEX_UNROLL
    for (int i = 0; i < SIZE; ++i) entry[i] = 0;
  }
  SYMPLEX_SHARED double loss() const { return entry[0]; }
  SYMPLEX_SHARED double vector(int j) const { return entry[1 + j]; }
  SYMPLEX_SHARED double matrix(int i, int j) const { return entry[1 + M + i * (i + 1) / 2 + j]; }
};

// How many doubles are kept of a candidate.
SYMPLEX_SHARED inline std::size_t cache_size(const Plan& plan) {
  const std::size_t size = 1 + plan.shape.directions * plan.shape.order;
  return MAX_CACHED * plan.cells * size * LANES;
}

// A candidate whose code has been read, at some constants.
struct Candidate {
  const Instruction* code;
  const Reading* reading;
  const double* constants;
  double* cache;        // room for what does not depend on them, or null
  std::uint64_t ready;  // the chunks for which that has been computed

  SYMPLEX_SHARED bool is_fresh(std::uint32_t chunk) const {
    return cache && reading->cached_ends[0] > 0 && !(ready >> chunk & 1);
  }
};

// Adds one residual's share; a derivative by a constant that is not finite counts as 0.
template <int D, int O, int M>
SYMPLEX_SHARED inline void accumulate(const Jet<D, O, M>& acc, double weight, Sums<M>& sums) {
  double r = acc.value[0], column[M > 0 ? M : 1];
  sums.entry[0] += weight * r * r;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) {
    double x = acc.tangent[j][0];
    column[j] = finite(x) ? x : 0.0;
    double weighted = weight * column[j];
    sums.entry[1 + j] += weighted * r;
    SYMPLEX_UNROLL
    for (int l = 0; l <= j; ++l) sums.entry[1 + M + j * (j + 1) / 2 + l] += weighted * column[l];
  }
}

// Passes the coefficients of one pass on to the derivatives; whether all are finite.
template <int D, int O, int M>
SYMPLEX_SHARED inline bool hand_over(const Plan& plan, const Pass& pass, const Jet<D, O, M>& acc,
                                     std::uint32_t varies, Scene<D, O, M>& scene) {
  bool sound = finite(acc.value[0]);
  for (std::uint32_t i = pass.outputs; i < pass.outputs_end; ++i) {
    const Output output = plan.output[i];
    double* to = scene.given[output.derivative];
    const bool none = output.needs & ~varies;  // zero by structure
    SYMPLEX_UNROLL
    for (int j = 0; j <= M; ++j)
      if (!output.adds) to[j] = 0;
    const int at = none ? -1 : place<O>(output.direction, output.order);
    SYMPLEX_UNROLL
    for (int i = 0; i < 1 + D * O; ++i) {
      if (i != at) continue;
      sound = sound && finite(acc.value[i]);
      to[0] += output.weight * acc.value[i];
      SYMPLEX_UNROLL
      for (int j = 0; j < M; ++j) to[1 + j] += output.weight * acc.tangent[j][i];
    }
  }
  return sound;
}

// All residuals at one point of a group; false where something is not finite there, or where the
// crew's other lanes found so.
template <int D, int O, int M, class Crew>
SYMPLEX_SHARED inline bool at_point(const Plan& plan, const Candidate& candidate,
                                    const Group& group, std::uint32_t chunk, int lane,
                                    Sums<M>& sums) {
  const Reading& reading = *candidate.reading;
  const bool fresh = candidate.is_fresh(group.first_chunk + chunk);
  Scene<D, O, M> scene;
  Jet<D, O, M> acc;
  scene.numbers = plan.numbers;
  scene.constants = candidate.constants;
  scene.column = plan.data + group.data + chunk * group.columns * LANES + lane;
  const bool inside = chunk * LANES + lane < group.points;
  const std::uint32_t passes = group.passes_end - group.passes;
  const std::uint32_t runs = passes + group.equations_end - group.equations;
  scene.cache_width = std::size_t{plan.cells} * (1 + D * O) * LANES;
  const std::uint32_t cached = reading.cached_of[plan.unknowns - 1];
  for (std::uint32_t run = 0; run < runs; ++run) {
    const bool is_pass = run < passes;
    const Pass& pass = plan.pass[is_pass ? group.passes + run : group.passes];
    const Equation& equation = plan.equation[is_pass ? 0 : group.equations + run - passes];
    const std::uint32_t u = pass.unknown, varies = reading.varies[u];
    SYMPLEX_UNROLL
    for (int d = 0; d < D; ++d) {
      scene.varies[d] = is_pass ? pass.varies[d] : 0;
      scene.order[d] = is_pass ? pass.order[d] : 0;
    }
    scene.direction = pass.direction;
    scene.cache = candidate.cache +
                  std::size_t{group.first_cell + chunk * passes + run} * (1 + D * O) * LANES + lane;
    // The parts without constants, where they are not yet known, and then the whole.
    std::uint32_t part = is_pass && fresh ? (u ? reading.cached_of[u - 1] : 0) : cached;
    const std::uint32_t parts = is_pass && fresh ? reading.cached_of[u] : cached;
    const bool runs_whole = !is_pass || pass.always || scene.along(varies);
    for (; part < parts || runs_whole; ++part) {
      const bool whole = part >= parts;
      const std::uint32_t before = u ? reading.ends[u - 1] : cached ? reading.cached_ends[cached - 1] : 0;
      const Instruction* code = candidate.code + (whole ? before : part ? reading.cached_ends[part - 1] : 0);
      const Instruction* end = candidate.code + (whole ? reading.ends[u] : reading.cached_ends[part]);
      if (!is_pass) {
        code = plan.code + equation.code;
        end = plan.code + equation.code_end;
      }
      execute(code, end, scene, acc);
      if (whole) break;
      keep(acc, scene.along(reading.cached_varies[part]), scene.cache + part * scene.cache_width);
    }
    bool sound = is_pass ? hand_over(plan, pass, acc, varies, scene) : finite(acc.value[0]);
    if (!Crew::agree(sound)) return false;
    if (!is_pass) accumulate(acc, inside ? equation.weight : 0.0, sums);
  }
  return true;
}

// The loss, infinite once it is known to be `bound` or more; where it is not, the crew's chief has
// the complete sums.
template <int D, int O, int M, class Crew>
SYMPLEX_SHARED inline double evaluate(const Plan& plan, Candidate& candidate, double bound,
                                      Crew& crew, Sums<M>& sums) {
  constexpr std::uint32_t ROWS_BETWEEN_TESTS = 2;
  sums.clear();
  for (std::uint32_t g = 0; g < plan.groups; ++g) {
    const Group group = plan.group[g];
    const std::uint32_t rows = (group.chunks + crew.warps() - 1) / crew.warps();
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::uint32_t chunk = row * crew.warps() + crew.warp();
      bool sound = crew.each_lane([&](int lane) {
        return chunk >= group.chunks || at_point<D, O, M, Crew>(plan, candidate, group, chunk, lane, sums);
      });
      if (!crew.all(sound)) return INFINITE;
      if (chunk < group.chunks) candidate.ready |= std::uint64_t{1} << (group.first_chunk + chunk) % 64;
      bool last = row + 1 == rows;
      if (bound < INFINITE && (last || row % ROWS_BETWEEN_TESTS == 1) &&
          !(crew.total(sums.loss()) < bound))
        return INFINITE;
    }
  }
  crew.reduce(sums);
  return sums.loss() < bound ? sums.loss() : INFINITE;
}

}  // namespace symplex::gpu
