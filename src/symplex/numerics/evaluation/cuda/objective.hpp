// An objective while it is being made on the host: vectors that a Plan then points into.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "../core/thinning.hpp"
#include "api.hpp"
#include "reader.hpp"

namespace symplex::gpu {

class Objective {
 public:
  Objective(std::int64_t unknowns, std::int64_t variables, const SymplexCode& tokens)
      : symbols_(symbols_of(tokens)) {
    fits_ = unknowns <= MAX_UNKNOWNS && variables <= MAX_VARIABLES;
    plan_.unknowns = static_cast<std::uint32_t>(unknowns);
    plan_.variables = static_cast<std::uint32_t>(variables);
    plan_.affine = true;
    numbers_.assign(MAX_TOKENS, 0.0);
    for (std::size_t i = 0; i < symbols_.size(); ++i) numbers_[i] = symbols_[i].number;
  }

  void add(const SymplexGroup& from) {
    if (!fits_ || from.derivatives > MAX_DERIVATIVES || from.residuals == 0) {
      fits_ = false;
      return;
    }
    Group group{};
    group.scale = 1;
    group.points = static_cast<std::uint32_t>(from.points);
    group.columns = static_cast<std::uint32_t>(from.columns);
    group.chunks = (group.points + LANES - 1) / LANES;
    plan_.given = std::max(plan_.given, static_cast<std::uint32_t>(from.derivatives));
    plan_.columns = std::max(plan_.columns, group.columns);
    lay_out(from, group);
    add_lines(from, group);
    group.equations = static_cast<std::uint32_t>(equations_.size());
    for (std::int64_t e = 0; e < from.residuals; ++e) add_equation(from.codes[e], from.weights[e]);
    group.equations_end = static_cast<std::uint32_t>(equations_.size());
    groups_.push_back(group);
  }

  // Whether the engine can take the problem.
  bool seal() {
    auto cost = [this](const Group& group) {
      std::uint32_t sum = 0;
      for (std::uint32_t l = group.passes; l < group.passes_end; ++l) sum += lines_[l].order + 1;
      return sum;
    };
    std::stable_sort(groups_.begin(), groups_.end(),
                     [&](const Group& x, const Group& y) { return cost(x) < cost(y); });
    plan_.order = 1;
    for (const Line& line : lines_) plan_.order = std::max(plan_.order, line.order);
    if (!fits_ || plan_.order > MAX_ORDER) return false;
    std::uint32_t chunks = 0, cells = 0;
    for (Group& group : groups_) {
      pack(group);
      group.first_chunk = chunks;
      group.first_cell = cells;
      chunks += group.chunks;
      cells += group.chunks * (group.passes_end - group.passes);
    }
    plan_.groups = static_cast<std::uint32_t>(groups_.size());
    plan_.cells = chunks <= MAX_CACHED_CHUNKS ? cells : 0;
    chunks_ = chunks;
    cells_ = cells;
    all_data_ = data_.size();
    return true;
  }

  // Says how many points of each group are tried first, 0 for all, once the objective is sealed.
  void choose_first(std::size_t first) {
    std::uint32_t chunks = chunks_, cells = cells_;
    groups_.resize(plan_.groups);
    data_.resize(all_data_);
    plan_.thinned = false;
    for (std::uint32_t g = 0; g < plan_.groups; ++g) {
      Group some = groups_[g];
      const std::size_t points = some.points, size = thinned_size(points, first);
      if (size < points) {
        plan_.thinned = true;
        thin(groups_[g], static_cast<std::uint32_t>(size), some);
        some.first_chunk = chunks;
        some.first_cell = cells;
        chunks += some.chunks;
        cells += some.chunks * (some.passes_end - some.passes);
      }
      groups_.push_back(some);
    }
    plan_.cells = chunks <= MAX_CACHED_CHUNKS ? cells : 0;
  }

  // The plan as the host sees it, or with every array at another address.
  template <class Place>
  Plan plan(Place place) const {
    Plan made = plan_;
    made.passes = static_cast<std::uint32_t>(passes_.size());
    made.fixed_steps = static_cast<std::uint32_t>(code_.size() + equations_.size() +
                                                  outputs_.size());
    made.tokens = static_cast<std::uint32_t>(symbols_.size());
    made.symbols = place(symbols_);
    made.numbers = place(numbers_);
    made.group = place(groups_);
    made.pass = place(passes_);
    made.output = place(outputs_);
    made.equation = place(equations_);
    made.code = place(code_);
    made.data = place(data_);
    return made;
  }

 private:
  // A pass with its share in the derivatives, while groups are not in order yet.
  struct Line {
    std::uint32_t unknown, order;
    double direction[MAX_VARIABLES];
    std::vector<Output> outputs;
  };

  Plan plan_{};
  std::vector<Symbol> symbols_;
  std::vector<double> numbers_, data_;
  std::vector<Group> groups_;
  std::vector<Line> lines_;
  std::vector<Pass> passes_;
  std::vector<Output> outputs_;
  std::vector<Equation> equations_;
  std::vector<Instruction> code_;
  std::uint32_t chunks_ = 0, cells_ = 0;  // of the groups with all points
  std::size_t all_data_ = 0;
  bool fits_ = true;

  static std::vector<Symbol> symbols_of(const SymplexCode& code) {
    std::vector<Symbol> made(static_cast<std::size_t>(code.size));
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (code.operations[i] >= static_cast<std::uint8_t>(Operation::END))
        throw std::invalid_argument("unknown operation in a code");
      made[i] = {static_cast<Operation>(code.operations[i]), code.indices[i], code.numbers[i]};
    }
    return made;
  }

  // Chunks of points; the last one is filled up with its last point at weight 0.
  void lay_out(const SymplexGroup& from, Group& group) {
    group.data = static_cast<std::uint32_t>(data_.size());
    for (std::uint32_t chunk = 0; chunk < group.chunks; ++chunk)
      for (std::uint32_t c = 0; c < group.columns; ++c)
        for (std::uint32_t lane = 0; lane < LANES; ++lane) {
          std::uint32_t point = std::min(chunk * LANES + lane, group.points - 1);
          data_.push_back(from.values[std::size_t{c} * group.points + point]);
        }
  }

  // Takes `size` points of a group.
  void thin(const Group& all, std::uint32_t size, Group& some) {
    some.points = size;
    some.chunks = (size + LANES - 1) / LANES;
    some.scale = static_cast<double>(all.points) / size;
    some.data = static_cast<std::uint32_t>(data_.size());
    for (std::uint32_t chunk = 0; chunk < some.chunks; ++chunk)
      for (std::uint32_t c = 0; c < some.columns; ++c)
        for (std::uint32_t lane = 0; lane < LANES; ++lane) {
          const std::uint32_t i = std::min(chunk * LANES + lane, size - 1);
          const std::size_t point = thinned_point(all.points, size, i);
          data_.push_back(
              data_[all.data + (point / LANES * all.columns + c) * LANES + point % LANES]);
        }
  }

  void add_lines(const SymplexGroup& from, Group& group) {
    group.passes = static_cast<std::uint32_t>(lines_.size());
    std::vector<bool> begun(static_cast<std::size_t>(from.derivatives), false);
    std::int64_t o = 0;
    for (std::int64_t p = 0; p < from.passes; ++p) {
      Line line{};
      line.unknown = from.unknowns[p];
      line.order = from.orders[p];
      for (std::uint32_t v = 0; v < plan_.variables; ++v)
        line.direction[v] = from.directions[p * plan_.variables + v];
      for (; o < from.outputs && from.passes_of[o] == p; ++o) {
        std::uint32_t derivative = from.derivatives_of[o];
        line.outputs.push_back({static_cast<std::uint8_t>(from.orders_of[o]), begun.at(derivative),
                                static_cast<std::uint16_t>(derivative), from.variables_of[o],
                                from.weights_of[o]});
        begun[derivative] = true;
      }
      lines_.push_back(line);
    }
    group.passes_end = static_cast<std::uint32_t>(lines_.size());
  }

  // Makes passes of a group's lines; `passes` of the group named lines until now.
  void pack(Group& group) {
    const std::uint32_t begin = group.passes, end = group.passes_end;
    group.passes = static_cast<std::uint32_t>(passes_.size());
    for (std::uint32_t l = begin; l < end; ++l) {
      const Line& line = lines_[l];
      Pass pass{};
      pass.unknown = static_cast<std::uint16_t>(line.unknown);
      pass.always = l == begin || lines_[l - 1].unknown != line.unknown;  // its value is examined
      pass.order = line.order;
      for (std::uint32_t v = 0; v < MAX_VARIABLES; ++v) {
        pass.direction[v] = line.direction[v];
        if (line.order > 0 && line.direction[v] != 0) pass.varies |= 1u << v;
      }
      pass.outputs = static_cast<std::uint32_t>(outputs_.size());
      for (const Output& output : line.outputs) {
        outputs_.push_back(output);
        pass.always = pass.always || output.order == 0;
      }
      pass.outputs_end = static_cast<std::uint32_t>(outputs_.size());
      passes_.push_back(pass);
    }
    group.passes_end = static_cast<std::uint32_t>(passes_.size());
  }

  void add_equation(const SymplexCode& from, double weight) {
    std::vector<Symbol> symbols = symbols_of(from);
    std::uint32_t first = static_cast<std::uint32_t>(numbers_.size());
    for (const Symbol& symbol : symbols) numbers_.push_back(symbol.number);
    std::vector<Instruction> code(3 * symbols.size());
    Reader reader(code.data(), static_cast<int>(code.size()));
    for (std::uint32_t i = static_cast<std::uint32_t>(symbols.size()); i-- > 0;) {
      const Symbol& symbol = symbols[i];
      if (symbol.operation == Operation::COLUMN)
        reader.leaf(Source::COLUMN, symbol.index, 0);
      else if (symbol.operation == Operation::NUMBER)
        reader.leaf(Source::NUMBER, first + i, 0);
      else if (symbol.operation == Operation::DERIVATIVE)
        reader.leaf(Source::GIVEN, symbol.index, 0);
      else
        reader.apply(symbol, first + i);
    }
    plan_.affine = !reader.finish().bends && plan_.affine;
    fits_ = fits_ && reader.fits() && numbers_.size() < 0xffff;
    std::uint32_t begin = static_cast<std::uint32_t>(code_.size());
    code_.insert(code_.end(), code.begin(), code.begin() + reader.length());
    equations_.push_back({begin, static_cast<std::uint32_t>(code_.size()), weight});
  }
};

}  // namespace symplex::gpu
