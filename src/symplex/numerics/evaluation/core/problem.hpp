// What candidates are evaluated against: points, data, residuals in prefix code, and the token table.
// Made once by Python, then only read: every thread shares it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "jet.hpp"
#include "operation.hpp"
#include "program.hpp"
#include "thinning.hpp"

namespace symplex {

struct Derivative {
  std::uint32_t unknown;
  std::uint32_t position;  // in the group's index set
};

struct Residual {
  std::vector<Symbol> code;
  double weight;
};

// Points that share their residuals, cut into blocks of lanes; column c of block k starts at
// data + (k*columns + c)*lanes. The last block is filled up with its last point at weight 0.
struct Group {
  IndexSet set;
  std::vector<Derivative> derivatives;
  std::vector<Residual> residuals;
  std::size_t points = 0, columns = 0, blocks = 0, lanes = 0;
  Buffer data, inside;

  std::size_t vectors() const { return lanes / WIDTH; }

  void lay_out(const double* values, std::size_t max_lanes) {
    blocks = (points + max_lanes - 1) / max_lanes;
    if (blocks == 0) return;
    lanes = ((points + blocks - 1) / blocks + WIDTH - 1) / WIDTH * WIDTH;
    blocks = (points + lanes - 1) / lanes;
    double* to = data.reserve(blocks * columns * lanes + 1);
    double* weight = inside.reserve(blocks * lanes);
    for (std::size_t k = 0; k < blocks; ++k)
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        std::size_t point = std::min(k * lanes + lane, points - 1);
        for (std::size_t c = 0; c < columns; ++c)
          to[(k * columns + c) * lanes + lane] = values[c * points + point];
        weight[k * lanes + lane] = k * lanes + lane < points ? 1.0 : 0.0;
      }
  }

  // The same with at most `first` points, which stand for all.
  Group thinned(std::size_t first) const {
    Group some;
    some.set = set;
    some.derivatives = derivatives;
    some.residuals = residuals;
    some.columns = columns;
    some.points = thinned_size(points, first);
    if (points == 0) return some;
    for (Residual& residual : some.residuals)
      residual.weight *= static_cast<double>(points) / static_cast<double>(some.points);
    std::vector<double> values(columns * some.points);
    for (std::size_t i = 0; i < some.points; ++i) {
      std::size_t point = thinned_point(points, some.points, i), block = point / lanes;
      for (std::size_t c = 0; c < columns; ++c)
        values[c * some.points + i] = data.data()[(block * columns + c) * lanes + point % lanes];
    }
    some.lay_out(values.data(), lanes);
    return some;
  }
};

struct Problem {
  std::size_t unknowns = 1;
  std::vector<Symbol> tokens;  // by token id
  std::vector<Group> groups;   // as Python gave them
  std::vector<std::size_t> cheapest_first;
  std::size_t rows = 0;  // points times residuals, over all groups

  // Whether fewer points than all would be tried first.
  bool has_more_than(std::size_t first) const {
    return std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
      return thinned_size(group.points, first) < group.points;
    });
  }

  Problem thinned(std::size_t first) const {
    Problem some;
    some.unknowns = unknowns;
    some.tokens = tokens;
    for (const Group& group : groups) some.groups.push_back(group.thinned(first));
    some.settle();
    return some;
  }

  void settle() {
    rows = 0;
    cheapest_first.clear();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      rows += groups[g].points * groups[g].residuals.size();
      cheapest_first.push_back(g);
    }
    std::stable_sort(
        cheapest_first.begin(), cheapest_first.end(),
        [&](std::size_t x, std::size_t y) { return groups[x].set.size() < groups[y].set.size(); });
  }
};

}  // namespace symplex
