// The door between Python and the core: flat arrays in, flat arrays out, no Python in the loop.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <tuple>

#include "arrays.hpp"
#include "batch.hpp"
#include "need.hpp"
#include "tree_bindings.hpp"

using namespace nanobind::literals;

namespace symplex {
namespace {

// In the order of Operation.
const char* const OPERATIONS[] = {
    "column", "number", "constant", "derivative", "tuple", "forbidden", "+",    "-",
    "*",      "/",      "neg",      "power",      "max",   "min",       "relu", "sin",
    "cos",    "tan",    "exp",      "log",        "abs",   "sign",      "erf",  "sinh",
    "cosh",   "tanh",   "asin",     "acos",       "atan"};
static_assert(sizeof OPERATIONS / sizeof *OPERATIONS == static_cast<std::size_t>(Operation::END));

using CodeArrays = std::tuple<Vector<std::uint8_t>, Vector<std::uint32_t>, Vector<double>>;

std::vector<Symbol> symbols_of(const CodeArrays& code) {
  const auto& [operations, indices, numbers] = code;
  std::size_t n = operations.shape(0);
  need(indices.shape(0) == n && numbers.shape(0) == n,
       "the three arrays of a code must be equally long");
  std::vector<Symbol> symbols(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint8_t operation = operations.data()[i];
    need(operation < static_cast<std::uint8_t>(Operation::END), "unknown operation in a code");
    symbols[i] = {static_cast<Operation>(operation), indices.data()[i], numbers.data()[i]};
  }
  return symbols;
}

void check_code(const std::vector<Symbol>& code, const Group& group) {
  long open = 1;
  for (const Symbol& s : code) {
    need(open > 0, "a residual's code runs past the end of its tree");
    bool fits = s.operation == Operation::COLUMN ? s.index < group.columns
                : s.operation == Operation::DERIVATIVE
                    ? s.index < group.derivatives.size()
                    : s.operation != Operation::CONSTANT && s.operation != Operation::TUPLE &&
                          s.operation != Operation::FORBIDDEN;
    need(fits, "a residual's code holds a symbol that this group of points does not have");
    open += s.arity() - 1;
  }
  need(open == 0, "a residual's code is not one whole tree");
}

// The compiled form of an objective, with the workers that evaluate candidates against it.
class CompiledObjective {
 public:
  CompiledObjective(std::size_t unknowns, const CodeArrays& tokens) : pool_(problem_) {
    need(unknowns > 0, "a problem needs at least one unknown");
    problem_.unknowns = unknowns;
    problem_.tokens = symbols_of(tokens);
  }

  // Derivatives are rows: unknown, then the order in each of the first columns, the variables.
  void add_group(const Table<double>& columns, const Table<std::uint32_t>& derivatives,
                 const std::vector<CodeArrays>& residuals, const std::vector<double>& weights,
                 std::size_t max_lanes) {
    need(!sealed_, "a group cannot be added after the first evaluation");
    need(weights.size() == residuals.size(), "every residual needs a weight");
    need(max_lanes > 0, "a block needs at least one lane");
    need(derivatives.shape(1) >= 1, "a derivative needs its unknown");
    std::size_t variables = derivatives.shape(1) - 1;
    need(variables <= columns.shape(0), "there must be a column for each variable");
    Group group;
    group.columns = columns.shape(0);
    group.points = columns.shape(1);
    for (const Symbol& token : problem_.tokens)
      need(token.operation != Operation::COLUMN || token.index < group.columns,
           "a token names a column that this group of points does not have");
    read_derivatives(derivatives, variables, group);
    for (std::size_t e = 0; e < residuals.size(); ++e) {
      group.residuals.push_back({symbols_of(residuals[e]), weights[e]});
      check_code(group.residuals.back().code, group);
    }
    group.lay_out(columns.data(), max_lanes);
    problem_.groups.push_back(std::move(group));
    problem_.settle();
  }

  std::size_t rows() const { return problem_.rows; }

  void fit(const Vector<std::uint8_t>& tokens, const Vector<std::int64_t>& offsets,
           const Vector<std::int64_t>& slots, const FitMethod& method, double loss_cutoff,
           std::uint64_t seed, std::size_t threads, Out<double> constants, Out<double> losses,
           Out<std::uint8_t> statuses) {
    Batch batch = batch_of(tokens, offsets, slots, constants.shape(0));
    need(losses.shape(0) == batch.size && statuses.shape(0) == batch.size,
         "losses and statuses must be as long as the batch");
    FitSettings settings{method, loss_cutoff, seed};
    Pool* first = first_pool(method.first_points);
    nb::gil_scoped_release released;
    fit_batch(pool_, first, batch, settings, threads, constants.data(), losses.data(),
              statuses.data());
  }

  void residuals(const Vector<std::uint8_t>& tokens, const Vector<std::int64_t>& offsets,
                 const Vector<std::int64_t>& slots, const Vector<double>& constants,
                 std::size_t layers, std::size_t threads, Out<double> to,
                 Out<std::uint8_t> statuses) {
    Batch batch = batch_of(tokens, offsets, slots, constants.shape(0));
    std::size_t width = problem_.rows * layers;
    need(layers > 0 && to.shape(0) == width * batch.size && statuses.shape(0) == batch.size,
         "the results must be as long as the batch");
    for (std::size_t i = 0; layers > 1 && i < batch.size; ++i)
      need(std::size_t(slots.data()[i + 1] - slots.data()[i]) < layers,
           "a candidate has more constants than there is room for");
    nb::gil_scoped_release released;
    residuals_batch(pool_, batch, constants.data(), layers > 1, threads, width, to.data(),
                    statuses.data());
  }

 private:
  // Fewer points of every group, and their workers.
  struct Thinned {
    explicit Thinned(Problem made) : problem(std::move(made)), pool(problem) {}
    Problem problem;
    Pool pool;
  };

  Problem problem_;
  Pool pool_;
  std::map<std::size_t, Thinned> thinned_;  // by how many points; the GIL guards it
  bool sealed_ = false;

  // Workers on the first points; null where those are all there are.
  Pool* first_pool(std::size_t first) {
    if (!problem_.has_more_than(first)) return nullptr;
    auto at = thinned_.find(first);
    if (at == thinned_.end()) at = thinned_.try_emplace(first, problem_.thinned(first)).first;
    return &at->second.pool;
  }

  static void read_derivatives(const Table<std::uint32_t>& rows, std::size_t variables,
                               Group& group) {
    std::vector<std::vector<int>> wanted;
    for (std::size_t d = 0; d < rows.shape(0); ++d) {
      const std::uint32_t* row = rows.data() + d * rows.shape(1);
      wanted.emplace_back(row + 1, row + 1 + variables);
      std::uint64_t order = 0;
      for (std::size_t v = 0; v < variables; ++v) order += row[1 + v];
      need(order <= MAX_ORDER, "a derivative's order is above what the core can take");
    }
    group.set = IndexSet::closure(wanted, variables);
    for (std::size_t d = 0; d < wanted.size(); ++d) {
      auto at = std::find(group.set.indices.begin(), group.set.indices.end(), wanted[d]);
      group.derivatives.push_back(
          {rows.data()[d * rows.shape(1)], std::uint32_t(at - group.set.indices.begin())});
    }
  }

  Batch batch_of(const Vector<std::uint8_t>& tokens, const Vector<std::int64_t>& offsets,
                 const Vector<std::int64_t>& slots, std::size_t constants) {
    need(!problem_.groups.empty(), "there are no points to evaluate at");
    for (const Group& group : problem_.groups)
      for (const Derivative& d : group.derivatives)
        need(d.unknown < problem_.unknowns, "a derivative names an unknown that there is not");
    need(offsets.shape(0) > 0 && slots.shape(0) == offsets.shape(0),
         "offsets must hold one number more than there are candidates");
    sealed_ = true;
    Batch batch{tokens.data(), offsets.data(), slots.data(), offsets.shape(0) - 1};
    need(offsets.data()[0] == 0 && slots.data()[0] == 0, "offsets must start at 0");
    need(std::size_t(offsets.data()[batch.size]) == tokens.shape(0) &&
             std::size_t(slots.data()[batch.size]) == constants,
         "offsets must end at the number of tokens and of constants");
    for (std::size_t i = 0; i < batch.size; ++i) check_candidate(batch, i);
    return batch;
  }

  void check_candidate(const Batch& batch, std::size_t i) const {
    need(batch.offsets[i] <= batch.offsets[i + 1], "offsets must not fall");
    std::int64_t constants = 0;
    for (std::int64_t k = batch.offsets[i]; k < batch.offsets[i + 1]; ++k) {
      std::uint8_t id = batch.tokens[k];
      constants +=
          id < problem_.tokens.size() && problem_.tokens[id].operation == Operation::CONSTANT;
    }
    need(batch.slots[i + 1] - batch.slots[i] == constants,
         "there must be one constant for each slot of a candidate");
  }
};

}  // namespace
}  // namespace symplex

NB_MODULE(_core, module) {
  using namespace symplex;
#if defined(__AVX512F__)
  // An installation that was moved to a lesser machine must fall back, not crash.
  if (!__builtin_cpu_supports("avx512f"))
    throw nb::import_error("the core was built for a machine with AVX-512; install again here");
#elif defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    throw nb::import_error("the core was built for a machine with AVX2 and FMA; install again here");
#endif
  module.doc() = "The compiled core of symplex.numerics.evaluation: see that package for how to use it.";
  nb::list names;
  for (const char* name : OPERATIONS) names.append(name);
  module.attr("OPERATIONS") = nb::tuple(names);
  module.attr("MAX_CONSTANTS") = MAX_CONSTANTS;
  module.attr("MAX_ORDER") = MAX_ORDER;
  module.attr("WIDTH") = WIDTH;
#ifdef SYMPLEX_VECTOR
  module.attr("VECTOR_MATHS") = true;
#else
  module.attr("VECTOR_MATHS") = false;
#endif
  nb::class_<FitMethod>(module, "FitMethod")
      .def_static("fixed", &FitMethod::fixed)
      .def_static("levenberg_marquardt", &FitMethod::levenberg_marquardt, nb::kw_only(), "starts"_a,
                  "steps"_a, "first_points"_a = 0)
      .def_static("adam", &FitMethod::adam, nb::kw_only(), "steps"_a, "rate"_a);
  nb::class_<CompiledObjective>(module, "CompiledObjective")
      .def(nb::init<std::size_t, const CodeArrays&>(), "unknowns"_a, "tokens"_a)
      .def("add_group", &CompiledObjective::add_group, "columns"_a, "derivatives"_a, "residuals"_a,
           "weights"_a, "max_lanes"_a)
      .def_prop_ro("rows", &CompiledObjective::rows)
      .def("fit", &CompiledObjective::fit, "tokens"_a, "offsets"_a, "slots"_a, "method"_a,
           "loss_cutoff"_a, "seed"_a, "threads"_a, "constants"_a, "losses"_a, "statuses"_a)
      .def("residuals", &CompiledObjective::residuals, "tokens"_a, "offsets"_a, "slots"_a,
           "constants"_a, "layers"_a, "threads"_a, "to"_a, "statuses"_a);
  bind_trees(module);
}
