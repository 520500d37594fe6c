// An objective while it is being made on the host: vectors that a Plan then points into.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

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
    if (!fits_ || from.derivatives > MAX_DERIVATIVES) {
      fits_ = false;
      return;
    }
    Group group{};
    group.points = static_cast<std::uint32_t>(from.points);
    group.columns = static_cast<std::uint32_t>(from.columns);
    group.chunks = (group.points + LANES - 1) / LANES;
    plan_.given = std::max(plan_.given, static_cast<std::uint32_t>(from.derivatives));
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
    std::uint32_t order = 1, most = 1;
    for (const Line& line : lines_) order = std::max(order, line.order);
    for (const Group& group : groups_)
      for (std::uint32_t u = 0; u < plan_.unknowns; ++u) {
        std::uint32_t directions = 0;
        for (std::uint32_t l = group.passes; l < group.passes_end; ++l)
          directions += lines_[l].unknown == u && lines_[l].order > 0;
        most = std::max(most, directions);
      }
    if (!fits_ || order > MAX_ORDER) return false;
    plan_.shape = shape_for(order, most);
    std::uint32_t chunks = 0, cells = 0;
    for (Group& group : groups_) {
      pack(group);
      group.first_chunk = chunks;
      group.first_cell = cells;
      chunks += group.chunks;
      cells += group.chunks * (group.passes_end - group.passes);
    }
    plan_.cells = chunks <= MAX_CACHED_CHUNKS ? cells : 0;
    return true;
  }

  // The plan as the host sees it, or with every array at another address.
  template <class Place>
  Plan plan(Place place) const {
    Plan made = plan_;
    made.tokens = static_cast<std::uint32_t>(symbols_.size());
    made.groups = static_cast<std::uint32_t>(groups_.size());
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
  // One direction with its share in the derivatives, before directions are gathered into passes.
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
        line.outputs.push_back({0, from.orders_of[o], derivative, begun.at(derivative),
                                from.variables_of[o], from.weights_of[o]});
        begun[derivative] = true;
      }
      lines_.push_back(line);
    }
    group.passes_end = static_cast<std::uint32_t>(lines_.size());
  }

  // The cheapest shape that holds an order, and as many of the directions as there may be.
  static Shape shape_for(std::uint32_t order, std::uint32_t directions) {
    const Shape* best = nullptr;
    for (const Shape& shape : SHAPES) {
      if (shape.order < order) continue;
      if (!best) best = &shape;
      if (shape.directions >= directions) return shape;
    }
    return *best;
  }

  // Gathers a group's lines into passes; `passes` of the group named lines until now.
  void pack(Group& group) {
    const std::uint32_t begin = group.passes, end = group.passes_end;
    group.passes = static_cast<std::uint32_t>(passes_.size());
    for (std::uint32_t l = begin; l < end;) {
      Pass pass{};
      pass.unknown = lines_[l].unknown;
      pass.always = l == begin || lines_[l - 1].unknown != pass.unknown;  // its value is examined
      pass.outputs = static_cast<std::uint32_t>(outputs_.size());
      for (std::uint32_t d = 0;
           d < plan_.shape.directions && l < end && lines_[l].unknown == pass.unknown; ++d, ++l)
        put(lines_[l], d, pass);
      pass.outputs_end = static_cast<std::uint32_t>(outputs_.size());
      passes_.push_back(pass);
    }
    group.passes_end = static_cast<std::uint32_t>(passes_.size());
  }

  void put(const Line& line, std::uint32_t d, Pass& pass) {
    pass.orders |= line.order << 4 * d;
    for (std::uint32_t v = 0; v < MAX_VARIABLES; ++v) {
      pass.direction[d][v] = line.direction[v];
      if (line.order > 0 && line.direction[v] != 0) pass.varies[d] |= 1u << v;
    }
    for (Output output : line.outputs) {
      output.direction = d;
      outputs_.push_back(output);
      pass.always = pass.always || output.order == 0;
    }
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
    plan_.affine = !reader.finish(false).bends && plan_.affine;
    fits_ = fits_ && reader.fits() && numbers_.size() < 0xffff;
    std::uint32_t begin = static_cast<std::uint32_t>(code_.size());
    code_.insert(code_.end(), code.begin(), code.begin() + reader.length());
    equations_.push_back({begin, static_cast<std::uint32_t>(code_.size()), weight});
  }
};

}  // namespace symplex::gpu
