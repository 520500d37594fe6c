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
  SYMPLEX_SHARED void set_ready(std::uint32_t chunk) {
    if (cache) ready |= std::uint64_t{1} << chunk;
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

// Instructions from one place to another.
struct Code {
  const Instruction *begin, *end;
};

// A part that is cached, or an unknown's whole formula.
SYMPLEX_SHARED inline Code code_of(const Candidate& candidate, std::uint32_t unknown,
                                   std::uint32_t part, bool whole) {
  const Reading& reading = *candidate.reading;
  const std::uint8_t* ends = whole ? reading.ends : reading.cached_ends;
  const std::uint32_t at = whole ? unknown : part;
  std::uint32_t begin = at ? ends[at - 1] : 0;
  if (whole && at == 0) begin = reading.formulas;
  return {candidate.code + begin, candidate.code + ends[at]};
}

// Runs a pass, or an equation where there is none, and leaves the result in `acc`. Parts without
// constants come first where they are not known yet.
template <int D, int O, int M>
SYMPLEX_SHARED inline void run(const Plan& plan, const Candidate& candidate, const Pass* pass,
                               const Equation* equation, bool fresh, Scene<D, O, M>& scene,
                               Jet<D, O, M>& acc) {
  const Reading& reading = *candidate.reading;
  const std::uint32_t u = pass ? pass->unknown : 0;
  SYMPLEX_UNROLL
  for (int d = 0; d < D; ++d) {
    scene.varies[d] = pass ? pass->varies[d] : 0;
    scene.order[d] = pass ? pass->order[d] : 0;
  }
  std::uint32_t part = pass && fresh && u ? reading.cached_of[u - 1] : 0;
  const std::uint32_t parts = pass && fresh ? reading.cached_of[u] : 0;
  const bool runs_whole = !pass || pass->always || scene.along(reading.varies[u]);
  for (; part < parts || runs_whole; ++part) {
    const bool whole = part >= parts;
    Code code = code_of(candidate, u, part, whole);
    if (!pass) code = {plan.code + equation->code, plan.code + equation->code_end};
    execute(code.begin, code.end, scene, acc);
    if (whole) return;
    keep(acc, scene.along(reading.cached_varies[part]), scene.cache + part * scene.cache_width);
  }
}

// All residuals at one point of a group; false where something is not finite there, or where the
// crew's other lanes found so.
template <int D, int O, int M, class Crew>
SYMPLEX_SHARED inline bool at_point(const Plan& plan, const Candidate& candidate,
                                    const Group& group, std::uint32_t chunk, int lane,
                                    Sums<M>& sums) {
  constexpr std::size_t CELL = (1 + D * O) * LANES;
  Scene<D, O, M> scene;
  Jet<D, O, M> acc;
  scene.numbers = plan.numbers;
  scene.constants = candidate.constants;
  scene.column = plan.data + group.data + chunk * group.columns * LANES + lane;
  scene.cache_width = plan.cells * CELL;
  const bool fresh = candidate.is_fresh(group.first_chunk + chunk);
  const bool inside = chunk * LANES + lane < group.points;
  const std::uint32_t passes = group.passes_end - group.passes;
  const std::uint32_t runs = passes + group.equations_end - group.equations;
  for (std::uint32_t i = 0; i < runs; ++i) {
    const Pass* pass = i < passes ? plan.pass + group.passes + i : nullptr;
    const Equation* equation = pass ? nullptr : plan.equation + group.equations + i - passes;
    if (pass) {
      scene.direction = pass->direction;
      scene.cache = candidate.cache + (group.first_cell + chunk * passes + i) * CELL + lane;
    }
    run(plan, candidate, pass, equation, fresh, scene, acc);
    bool sound = pass ? hand_over(plan, *pass, acc, candidate.reading->varies[pass->unknown], scene)
                      : finite(acc.value[0]);
    if (!Crew::agree(sound)) return false;
    if (equation) accumulate(acc, inside ? equation->weight : 0.0, sums);
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
        return chunk >= group.chunks ||
               at_point<D, O, M, Crew>(plan, candidate, group, chunk, lane, sums);
      });
      if (!crew.all(sound)) return INFINITE;
      if (chunk < group.chunks) candidate.set_ready(group.first_chunk + chunk);
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
