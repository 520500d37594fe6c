// Runs a formula's instructions at one point: one loop, one accumulator.
#pragma once

#include "jet.hpp"

namespace symplex::gpu {

// What one lane's instructions read: its point, its constants, and what it has stored.
template <int O, int M>
struct Scene {
  static constexpr int WIDTH = (O + 1) * (M + 1);

  const double* numbers;
  const double* constants;
  const double* column;     // the point's value of the first column; columns are LANES apart
  const double* direction;  // by variable
  std::uint32_t varies;     // the variables that vary along it
  int order;
  double slot[MAX_SLOTS][WIDTH];
  double given[MAX_DERIVATIVES][M + 1];  // derivatives of unknowns and their tangents
};

template <int O, int M>
SYMPLEX_SHARED inline Operand<O> fetch(const Scene<O, M>& scene, const Instruction& now,
                                       const Facts& facts) {
  Operand<O> operand;
  SYMPLEX_UNROLL
  for (int k = 0; k <= O; ++k) operand.value[k] = 0;
  switch (static_cast<Source>(now.source & FROM)) {
    case Source::COLUMN:
      operand.value[0] = scene.column[now.index * LANES];
      if (O > 0 && facts.operand_varies) operand.value[O > 0] = scene.direction[now.index];
      break;
    case Source::NUMBER: operand.value[0] = scene.numbers[now.index]; break;
    case Source::ZERO: break;
    case Source::CONSTANT:
      operand.value[0] = scene.constants[now.index];
      operand.constant = now.index;
      break;
    case Source::GIVEN:
      operand.value[0] = scene.given[now.index][0];
      operand.tangents = scene.given[now.index] + 1;
      operand.width = 1;
      break;
    case Source::SLOT: {
      const double* slot = scene.slot[now.index];
      operand.value[0] = slot[0];
      if (facts.operand_varies) {
        SYMPLEX_UNROLL
        for (int k = 1; k <= O; ++k) operand.value[k] = slot[k];
      }
      operand.tangents = slot + O + 1;
      operand.width = O + 1;
      break;
    }
  }
  return operand;
}

template <int O, int M>
SYMPLEX_SHARED inline void store(const Jet<O, M>& acc, const Facts& facts, double* slot) {
  slot[0] = acc.value[0];
  if (facts.varies) {
    SYMPLEX_UNROLL
    for (int k = 1; k <= O; ++k) slot[k] = acc.value[k];
  }
  if (M == 0 || !facts.moves) return;
  SYMPLEX_UNROLL
  for (int j = 0; j < M; ++j) {
    double* to = slot + (j + 1) * (O + 1);
    to[0] = acc.tangent[j][0];
    if (!facts.varies) continue;
    SYMPLEX_UNROLL
    for (int k = 1; k <= O; ++k) to[k] = acc.tangent[j][k];
  }
}

// Leaves the formula's jet in `acc`.
template <int O, int M>
SYMPLEX_SHARED inline void execute(const Instruction* code, const Instruction* end,
                                   Scene<O, M>& scene, Jet<O, M>& acc) {
  for (; code != end; ++code) {
    const Instruction now = *code;
    Facts facts{(now.varies & scene.varies) != 0, (now.operand_varies & scene.varies) != 0,
                (now.source & MOVES) != 0, (now.source & OPERAND_MOVES) != 0, scene.order};
    if (now.act == Act::NEGATE) {
      negate(facts, acc);
      continue;
    }
    if (now.act > Act::NEGATE) {
      double exponent = now.act == Act::POWER ? scene.numbers[now.index] : 0.0;
      apply_function(now.act, exponent, facts, acc);
      continue;
    }
    if (now.act == Act::STORE) {
      store(acc, facts, scene.slot[now.index]);
      continue;
    }
    const Operand<O> operand = fetch(scene, now, facts);
    switch (now.act) {
      case Act::LOAD:
      case Act::ADD:
      case Act::SUBTRACT:
        if (now.act == Act::LOAD) acc.clear();
        add(operand, now.act == Act::SUBTRACT ? -1.0 : 1.0, facts, acc);
        break;
      case Act::MULTIPLY: multiply(operand, facts, acc); break;
      default: extreme(operand, now.act == Act::MAX ? 1.0 : -1.0, facts, acc);
    }
  }
}

}  // namespace symplex::gpu
