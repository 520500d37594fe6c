// A candidate's loss and normal equations over all points. `Crew` is who evaluates: the warps of a
// GPU's block, a point for each lane, or on a CPU one thread that takes all lanes in turn.
#pragma once

#include <limits>

#include "interpreter.hpp"

namespace symplex::gpu {

constexpr double INFINITE = std::numeric_limits<double>::infinity();

// From one cached part to the next, in numbers of a lane.
SYMPLEX_SHARED inline std::uint32_t cached_width(const Plan& plan) {
  return plan.cells * (1 + plan.order) * LANES;
}

// How many doubles are kept of a candidate.
SYMPLEX_SHARED inline std::size_t cache_size(const Plan& plan) {
  return MAX_CACHED * std::size_t{cached_width(plan)};
}

// A candidate whose code has been read, at some constants.
struct Candidate {
  const Instruction* code;
  const Reading* reading;
  const double* constants;
  double* cache;        // room for what does not depend on them, or null
  std::uint64_t ready;  // the chunks for which that has been computed
  std::uint32_t evaluations;

  SYMPLEX_SHARED bool is_fresh(std::uint32_t chunk) const {
    return cache && reading->cached_ends[0] > 0 && !(ready >> chunk & 1);
  }
  SYMPLEX_SHARED void set_ready(std::uint32_t chunk) {
    if (cache) ready |= std::uint64_t{1} << chunk;
  }
};

// The steps of a group at one point: parts without constants that are not known yet, then the
// passes and the residuals.
struct List {
  std::uint32_t parts, begin;
};

// Memory of one warp: its lanes lie side by side in everything but lists and steps.
struct Desk {
  List* lists;  // by group, and where the last one ends
  Step* steps;  // of all groups
  double *near, *far;
  Layout layout;
};

// How many steps a candidate with so much code has, at most.
SYMPLEX_SHARED inline std::uint32_t steps_for(const Plan& plan, std::uint32_t length) {
  return plan.passes * (length + MAX_CACHED + 1) + plan.fixed_steps;
}

// Writes the steps of a candidate, group after group; the lanes of a crew share the work.
template <int O, int M, class Crew>
class Writer {
 public:
  SYMPLEX_SHARED Writer(const Plan& plan, const Candidate& candidate, Desk& desk)
      : plan_(plan), candidate_(candidate), reading_(*candidate.reading), desk_(desk) {}

  SYMPLEX_SHARED void write() {
    Crew::meet();  // nobody reads the old steps any more
    SYMPLEX_ROLL
    for (std::uint32_t g = 0; g < plan_.groups; ++g) {
      const Group& group = plan_.group[g];
      List list;
      list.parts = size_;
      SYMPLEX_ROLL
      for (std::uint32_t p = group.passes; p < group.passes_end; ++p)
        parts(plan_.pass + p, (p - group.passes) * CELL);
      list.begin = size_;
      SYMPLEX_ROLL
      for (std::uint32_t p = group.passes; p < group.passes_end; ++p)
        formula(plan_.pass + p, (p - group.passes) * CELL);
      SYMPLEX_ROLL
      for (std::uint32_t e = group.equations; e < group.equations_end; ++e)
        residual(e, e + 1 == group.equations_end);
      if (Crew::first() == 0) desk_.lists[g] = list;
    }
    if (Crew::first() == 0) desk_.lists[plan_.groups] = {size_, size_};
    Crew::meet();
  }

 private:
  static constexpr std::uint32_t CELL = (1 + O) * LANES;

  const Plan& plan_;
  const Candidate& candidate_;
  const Reading& reading_;
  Desk& desk_;
  std::uint32_t size_ = 0;

  SYMPLEX_SHARED void put(const Step& step) {
    if (Crew::first() == 0) desk_.steps[size_] = step;
    ++size_;
  }

  SYMPLEX_SHARED void code(const Instruction* from, std::uint32_t size, const Pass* pass,
                           std::uint32_t cell) {
    SYMPLEX_ROLL
    for (std::uint32_t i = Crew::first(); i < size; i += Crew::stride())
      desk_.steps[size_ + i] = step_for<O, M>(from[i], pass, cell, plan_.numbers,
                                              candidate_.constants, desk_.layout);
    size_ += size;
  }

  SYMPLEX_SHARED void parts(const Pass* pass, std::uint32_t cell) {
    const std::uint32_t u = pass->unknown;
    SYMPLEX_ROLL
    for (std::uint32_t part = u ? reading_.cached_of[u - 1] : 0; part < reading_.cached_of[u];
         ++part) {
      const std::uint32_t begin = part ? reading_.cached_ends[part - 1] : 0;
      code(candidate_.code + begin, reading_.cached_ends[part] - begin, pass, cell);
      put(make_step(Kind::KEEP, 0, Room::STEP, cell + part * desk_.layout.cached, 0));
    }
  }

  // A formula that does not vary along the direction has no derivatives there.
  SYMPLEX_SHARED void formula(const Pass* pass, std::uint32_t cell) {
    const std::uint32_t u = pass->unknown, varies = reading_.varies[u];
    const std::uint32_t begin = u ? reading_.ends[u - 1] : reading_.formulas;
    const bool runs = pass->always || (varies & pass->varies);
    bool given = false;
    if (runs) code(candidate_.code + begin, reading_.ends[u] - begin, pass, cell);
    SYMPLEX_ROLL
    for (std::uint32_t i = pass->outputs; i < pass->outputs_end; ++i) {
      const Output output = plan_.output[i];
      const std::uint32_t place = desk_.layout.given + output.derivative * ((M + 1) * LANES);
      const bool there = runs && !(output.needs & ~varies) &&
                         (output.order == 0 || (varies & pass->varies));
      if (there)
        put(make_step(Kind::GIVE, output.order | (output.adds ? ADDS : 0), Room::STEP, place,
                      output.weight));
      else if (!output.adds)
        put(make_step(Kind::GIVE_ZERO, 0, Room::STEP, place, 0));
      given = given || there;
    }
    if (runs && !given) put(make_step(Kind::CHECK, 0, Room::STEP, 0, 0));
  }

  SYMPLEX_SHARED void residual(std::uint32_t e, bool last) {
    const Equation& equation = plan_.equation[e];
    code(plan_.code + equation.code, equation.code_end - equation.code, nullptr, 0);
    put(make_step(Kind::RESIDUAL, last ? LAST : 0, Room::STEP, 0, equation.weight));
  }
};

// Makes the steps ready for the constants as they are now.
template <int O, int M, class Crew>
SYMPLEX_SHARED inline void prepare(const Plan& plan, Candidate& candidate, Desk& desk) {
  if (candidate.evaluations++ == 0) return Writer<O, M, Crew>(plan, candidate, desk).write();
  Crew::meet();
  const std::uint32_t size = desk.lists[plan.groups].parts;
  SYMPLEX_ROLL
  for (std::uint32_t i = Crew::first(); i < size; i += Crew::stride()) {
    const std::uint32_t constant = desk.steps[i].constant();
    if (constant != NO_CONSTANT) desk.steps[i].number = candidate.constants[constant];
  }
  Crew::meet();
}

// All residuals at one point of a group, or at one of its first points; false where something is
// not finite there.
template <int O, int M>
SYMPLEX_SHARED inline bool at_point(const Plan& plan, const Candidate& candidate,
                                    const Group& group, const List& list, std::uint32_t chunk,
                                    int lane, const Desk& desk, Sums<M>& sums) {
  constexpr std::size_t CELL = (1 + O) * LANES;
  const std::uint32_t passes = group.passes_end - group.passes;
  const bool fresh = candidate.is_fresh(group.first_chunk + chunk);
  const double* from = plan.data + group.data + chunk * group.columns * LANES + lane;
  Scene scene;
  scene.near = desk.near + lane;
  scene.far = desk.far + lane;
  scene.cache = candidate.cache + (group.first_cell + chunk * passes) * CELL + lane;
  scene.weight = chunk * LANES + lane < group.points ? group.scale : 0.0;
  SYMPLEX_UNROLL_4
  for (std::uint32_t c = 0; c < group.columns; ++c)
    scene.near[desk.layout.columns + c * LANES] = from[c * LANES];
  return execute<O, M>(desk.steps + (fresh ? list.parts : list.begin), scene, sums);
}

// The loss at all points, or at the first ones, infinite once it is known to be `bound` or more;
// where it is not, the crew's chief has the complete sums.
template <int O, int M, class Crew>
SYMPLEX_SHARED inline double evaluate(const Plan& plan, Candidate& candidate, bool first,
                                      double bound, Crew& crew, Desk& desk, Sums<M>& sums) {
  constexpr std::uint32_t ROWS_BETWEEN_TESTS = 2;
  sums.clear();
  prepare<O, M, Crew>(plan, candidate, desk);
  for (std::uint32_t g = 0; g < plan.groups; ++g) {
    const Group group = plan.group[first ? plan.groups + g : g];
    const List list = desk.lists[g];
    const std::uint32_t rows = (group.chunks + crew.warps() - 1) / crew.warps();
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::uint32_t chunk = row * crew.warps() + crew.warp();
      bool sound = crew.each_lane([&](int lane) {
        return chunk >= group.chunks ||
               at_point<O, M>(plan, candidate, group, list, chunk, lane, desk, sums);
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
