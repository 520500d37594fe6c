// Runs a formula's instructions at one point: one loop, one accumulator.
#pragma once

#include "composition.hpp"

namespace symplex::gpu {

// What one lane's instructions read: its point, its constants, and what it has stored.
template <int D, int O, int M>
struct Scene {
  static constexpr int SIZE = 1 + D * O;

  const double* numbers;
  const double* constants;
  const double* column;  // the point's value of the first column; columns are LANES apart
  const double (*direction)[MAX_VARIABLES];
  std::uint32_t varies[D], order[D];  // of the pass, by direction
  double* cache;                      // what is kept for this point; numbers are LANES apart
  std::size_t cache_width;            // from one part to the next
  double slot[MAX_SLOTS][SIZE * (M + 1)];
  double given[MAX_DERIVATIVES][M + 1];  // derivatives of unknowns and their tangents

  // The directions along which what depends on some variables varies.
  SYMPLEX_SHARED std::uint32_t along(std::uint32_t variables) const {
    std::uint32_t found = 0;
    SYMPLEX_UNROLL
    for (int d = 0; d < D; ++d) found |= std::uint32_t((variables & varies[d]) != 0) << d;
    return found;
  }
};

template <int D, int O, int M>
SYMPLEX_SHARED inline Operand<D, O> fetch(const Scene<D, O, M>& scene, std::uint8_t source,
                                          std::uint32_t index, std::uint32_t varies) {
  Operand<D, O> operand;
  SYMPLEX_UNROLL
  for (int i = 0; i < 1 + D * O; ++i) operand.value[i] = 0;
  switch (static_cast<Source>(source & FROM)) {
    case Source::COLUMN:
      operand.value[0] = scene.column[index * LANES];
      SYMPLEX_UNROLL
      for (int d = 0; d < D; ++d)
        if (varies >> d & 1) operand.value[place<O>(d, 1)] = scene.direction[d][index];
      break;
    case Source::NUMBER: operand.value[0] = scene.numbers[index]; break;
    case Source::CONSTANT:
      operand.value[0] = scene.constants[index];
      operand.constant = static_cast<int>(index);
      break;
    case Source::GIVEN:
      operand.value[0] = scene.given[index][0];
      operand.tangents = scene.given[index] + 1;
      operand.width = 1;
      break;
    case Source::SLOT: {
      const double* slot = scene.slot[index];
      operand.value[0] = slot[0];
      SYMPLEX_UNROLL
      for (int d = 0; d < D; ++d) {
        if (!(varies >> d & 1)) continue;
        SYMPLEX_UNROLL
        for (int k = 1; k <= O; ++k) operand.value[place<O>(d, k)] = slot[place<O>(d, k)];
      }
      operand.tangents = slot + 1 + D * O;
      operand.width = 1 + D * O;
      break;
    }
    case Source::CACHED: {
      const double* kept = scene.cache + index * scene.cache_width;
      operand.value[0] = kept[0];
      SYMPLEX_UNROLL
      for (int d = 0; d < D; ++d) {
        if (!(varies >> d & 1)) continue;
        SYMPLEX_UNROLL
        for (int k = 1; k <= O; ++k) operand.value[place<O>(d, k)] = kept[place<O>(d, k) * LANES];
      }
      break;
    }
    default: break;  // zero
  }
  return operand;
}

template <int D, int O, int M>
SYMPLEX_SHARED inline void store(const Jet<D, O, M>& acc, bool moves, std::uint32_t varies,
                                 double* slot) {
  SYMPLEX_UNROLL
  for (int j = 0; j <= M; ++j) {
    if (j > 0 && !moves) break;
    const double* from = j ? acc.tangent[j ? j - 1 : 0] : acc.value;
    double* to = slot + j * (1 + D * O);
    to[0] = from[0];
    SYMPLEX_UNROLL
    for (int d = 0; d < D; ++d) {
      if (!(varies >> d & 1)) continue;
      SYMPLEX_UNROLL
      for (int k = 1; k <= O; ++k) to[place<O>(d, k)] = from[place<O>(d, k)];
    }
  }
}

// Keeps a part without constants for the evaluations to come.
template <int D, int O, int M>
SYMPLEX_SHARED inline void keep(const Jet<D, O, M>& acc, std::uint32_t varies, double* to) {
  to[0] = acc.value[0];
  SYMPLEX_UNROLL
  for (int d = 0; d < D; ++d) {
    if (!(varies >> d & 1)) continue;
    SYMPLEX_UNROLL
    for (int k = 1; k <= O; ++k) to[place<O>(d, k) * LANES] = acc.value[place<O>(d, k)];
  }
}

// Leaves the formula's jet in `acc`.
template <int D, int O, int M>
SYMPLEX_SHARED inline void execute(const Instruction* code, const Instruction* end,
                                   Scene<D, O, M>& scene, Jet<D, O, M>& acc) {
  for (; code != end; ++code) {
    const Instruction now = *code;
    if (now.stored)
      store(acc, now.stored & MOVES, scene.along(now.stored_varies),
            scene.slot[(now.stored & ~MOVES) - 1]);
    if (now.loaded) {
      const std::uint32_t varies = scene.along(now.loaded_varies);
      assign(fetch(scene, now.loaded, now.loaded_index, varies), now.loaded & MOVES, varies, acc);
    }
    const Facts facts{scene.along(now.varies), scene.along(now.operand_varies),
                      (now.source & MOVES) != 0, (now.source & OPERAND_MOVES) != 0, scene.order};
    if (now.act == Act::NEGATE || now.act == Act::SUBTRACT_FROM) negate(facts, acc);
    if (now.act == Act::NEGATE) continue;
    if (now.act > Act::NEGATE) {
      double exponent = now.act == Act::POWER ? scene.numbers[now.index] : 0.0;
      apply_function(now.act, exponent, facts, acc);
      continue;
    }
    const Operand<D, O> operand = fetch(scene, now.source, now.index, facts.operand_varies);
    switch (now.act) {
      case Act::NOTHING: break;
      case Act::ADD:
      case Act::SUBTRACT:
      case Act::SUBTRACT_FROM:
        add(operand, now.act == Act::SUBTRACT ? -1.0 : 1.0, facts, acc);
        break;
      case Act::MULTIPLY: multiply(operand, facts, acc); break;
      default: extreme(operand, now.act == Act::MAX ? 1.0 : -1.0, facts, acc);
    }
  }
}

}  // namespace symplex::gpu
