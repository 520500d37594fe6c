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
  each<0, M>([&](auto j) {
    double x = acc.tangent[j][0];
    column[j] = finite(x) ? x : 0.0;
    double weighted = weight * column[j];
    sums.entry[1 + j] += weighted * r;
    each<0, j + 1>([&](auto l) {
      sums.entry[1 + M + j * (j + 1) / 2 + l] += weighted * column[l];
    });
  });
}

// Passes the coefficients of one pass, which are in slot 0, on to the derivatives; whether all are
// finite. A formula that does not vary along a direction, or was not run, has nothing there.
template <int D, int O, int M>
SYMPLEX_SHARED inline bool hand_over(const Plan& plan, const Pass& pass, const Reading& reading,
                                     bool ran, const Scene<D, O, M>& scene) {
  const std::uint32_t varies = reading.varies[pass.unknown], moves = reading.moves[pass.unknown];
  const double* from = scene.slot;
  bool sound = !ran || finite(from[0]);
  SYMPLEX_ROLL
  for (std::uint32_t i = pass.outputs; i < pass.outputs_end; ++i) {
    const Output output = plan.output[i];
    double* to = scene.given + output.derivative * ((M + 1) * LANES);
    const bool there = ran && !(output.needs & ~varies) &&
                       (output.order == 0 || (varies & pass.varies[output.direction]));
    const double* at = from + place<O>(output.direction, output.order) * LANES;
    SYMPLEX_UNROLL
    for (int j = 0; j <= M; ++j) {
      double found = 0;
      if (there && (j == 0 || (moves >> (j ? j - 1 : 0) & 1)))
        found = output.weight * at[j * (1 + D * O) * LANES];
      if (j == 0) sound = sound && finite(found);
      to[j * LANES] = output.adds ? to[j * LANES] + found : found;
    }
  }
  return sound;
}

// Instructions from one place to another.
struct Code {
  const Instruction *begin, *end;
};

// A part that is cached, or an unknown's whole formula.
SYMPLEX_SHARED inline Code code_of(const Reading& reading, const Instruction* first,
                                   std::uint32_t unknown, std::uint32_t part, bool whole) {
  const std::uint8_t* ends = whole ? reading.ends : reading.cached_ends;
  const std::uint32_t at = whole ? unknown : part;
  std::uint32_t begin = at ? ends[at - 1] : 0;
  if (whole && at == 0) begin = reading.formulas;
  return {first + begin, first + ends[at]};
}

// Memory of one warp: its lanes lie side by side in everything but the code.
struct Desk {
  Instruction* code;  // resolved for a pass
  double *slot, *far_slot, *given;
  int near_slots;
  const Pass* pass;  // for which the code is resolved
};

// The directions along which what depends on some variables varies.
template <int D>
SYMPLEX_SHARED inline std::uint8_t along(const Pass& pass, std::uint32_t variables) {
  std::uint32_t found = 0;
  SYMPLEX_UNROLL
  for (int d = 0; d < D; ++d) found |= std::uint32_t((variables & pass.varies[d]) != 0) << d;
  return static_cast<std::uint8_t>(found);
}

// Says of a candidate's code along which of a pass's directions everything varies.
template <int D, class Crew>
SYMPLEX_SHARED inline void resolve(const Candidate& candidate, const Pass* pass, Desk& desk) {
  if (desk.pass == pass) return;
  Crew::meet();  // nobody reads the old code any more
  for (int k = Crew::first(); k < candidate.reading->length; k += Crew::stride()) {
    Instruction now = candidate.code[k];
    now.varies = along<D>(*pass, now.varies);
    now.operand_varies = along<D>(*pass, now.operand_varies);
    desk.code[k] = now;
  }
  Crew::meet();
  desk.pass = pass;
}

// All residuals at one point of a group; false where something is not finite there, or where the
// crew's other lanes found so. There is one place where code is executed: parts without constants
// that are not known yet, then an unknown's formula, and the equations at last.
template <int D, int O, int M, class Crew>
SYMPLEX_SHARED inline bool at_point(const Plan& plan, const Candidate& candidate,
                                    const Group& group, std::uint32_t chunk, int lane, Desk& desk,
                                    Sums<M>& sums) {
  constexpr std::size_t CELL = (1 + D * O) * LANES;
  const Reading& reading = *candidate.reading;
  Scene<D, O, M> scene;
  Jet<D, O, M> acc;
  scene.numbers = plan.numbers;
  scene.constants = candidate.constants;
  scene.column = plan.data + group.data + chunk * group.columns * LANES + lane;
  scene.slot = desk.slot + lane;
  scene.far_slot = desk.far_slot + lane;
  scene.given = desk.given + lane;
  scene.near_slots = desk.near_slots;
  scene.cache_width = plan.cells * CELL;
  const bool fresh = candidate.is_fresh(group.first_chunk + chunk);
  const bool inside = chunk * LANES + lane < group.points;
  const std::uint32_t passes = group.passes_end - group.passes;
  const std::uint32_t runs = passes + group.equations_end - group.equations;
  std::uint32_t part = 0;
  SYMPLEX_ROLL
  for (std::uint32_t i = 0; i < runs;) {
    const Pass* pass = i < passes ? plan.pass + group.passes + i : nullptr;
    const Equation* equation = pass ? nullptr : plan.equation + group.equations + i - passes;
    Code code;
    bool keeps = false, ran = true;
    if (pass) {
      resolve<D, Crew>(candidate, pass, desk);
      const std::uint32_t u = pass->unknown;
      scene.direction = pass->direction;
      scene.orders = pass->orders;
      scene.cache = candidate.cache + (group.first_cell + chunk * passes + i) * CELL + lane;
      if (u && part < reading.cached_of[u - 1]) part = reading.cached_of[u - 1];
      keeps = fresh && part < reading.cached_of[u];
      ran = keeps || pass->always || along<D>(*pass, reading.varies[u]);
      code = code_of(reading, desk.code, u, part, !keeps);
      if (!ran) code.end = code.begin;
    } else {
      code = {plan.code + equation->code, plan.code + equation->code_end};
    }
    execute(code.begin, code.end, scene, acc);
    if (keeps) {
      store(acc, 0, along<D>(*pass, reading.cached_varies[part]),
            scene.cache + part * scene.cache_width);
      ++part;
      continue;
    }
    const bool sound =
        pass ? hand_over(plan, *pass, reading, ran, scene) : finite(acc.value[0]);
    if (!Crew::agree(sound)) return false;
    if (equation) accumulate(acc, inside ? equation->weight : 0.0, sums);
    ++i;
    part = 0;
  }
  return true;
}

// The loss, infinite once it is known to be `bound` or more; where it is not, the crew's chief has
// the complete sums.
template <int D, int O, int M, class Crew>
SYMPLEX_SHARED inline double evaluate(const Plan& plan, Candidate& candidate, double bound,
                                      Crew& crew, Desk& desk, Sums<M>& sums) {
  constexpr std::uint32_t ROWS_BETWEEN_TESTS = 2;
  sums.clear();
  for (std::uint32_t g = 0; g < plan.groups; ++g) {
    const Group group = plan.group[g];
    const std::uint32_t rows = (group.chunks + crew.warps() - 1) / crew.warps();
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::uint32_t chunk = row * crew.warps() + crew.warp();
      bool sound = crew.each_lane([&](int lane) {
        return chunk >= group.chunks ||
               at_point<D, O, M, Crew>(plan, candidate, group, chunk, lane, desk, sums);
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
