// Runs a formula's instructions at one point: one loop, one accumulator.
#pragma once

#include "composition.hpp"

namespace symplex::gpu {

// How many numbers a stored result takes.
template <int D, int O, int M>
constexpr int WIDTH = (1 + D * O) * (M + 1);

// What one lane's instructions read and write: its point, its constants, what it has stored. Numbers
// of one lane are LANES apart, so that the lanes of a warp lie side by side.
template <int D, int O, int M>
struct Scene {
  const double* numbers;
  const double* constants;
  const double* column;  // the point's value of the first column
  const double (*direction)[MAX_VARIABLES];
  std::uint32_t orders;    // of the pass, four bits for each direction
  double* slot;            // the first slots, in memory that is near
  double* far_slot;        // the others
  double* given;           // derivatives of unknowns and their tangents
  double* cache;           // what is kept for this point
  std::size_t cache_width;  // from one part to the next
  int near_slots;

  SYMPLEX_SHARED double* slot_at(int index) const {
    return index < near_slots ? slot + index * (WIDTH<D, O, M> * LANES)
                              : far_slot + (index - near_slots) * (WIDTH<D, O, M> * LANES);
  }
};

template <int D, int O, int M>
SYMPLEX_INLINE Operand<D, O> fetch(const Scene<D, O, M>& scene, const Instruction& now) {
  Operand<D, O> operand;
  const double* at = scene.numbers;
  switch (now.source) {
    case Source::COLUMN: at = scene.column + now.index * LANES; break;
    case Source::NUMBER: at = scene.numbers + now.index; break;
    case Source::CONSTANT:
      at = scene.constants + now.index;
      operand.constant = now.index;
      break;
    case Source::GIVEN:
      at = scene.given + now.index * ((M + 1) * LANES);
      operand.tangents = at + LANES;
      operand.width = 1;
      break;
    case Source::SLOT:
      at = scene.slot_at(now.index);
      operand.tangents = at + (1 + D * O) * LANES;
      break;
    case Source::CACHED: at = scene.cache + now.index * scene.cache_width; break;
    default: break;  // zero
  }
  operand.value[0] = now.source == Source::ZERO ? 0.0 : *at;
  each<1, 1 + D * O>([&](auto i) { operand.value[i] = 0; });
  if (!now.operand_varies) return operand;
  const bool straight = now.source == Source::COLUMN;
  each<0, D>([&](auto d) {
    if (!(now.operand_varies >> d & 1)) return;
    if (straight)
      operand.value[place<O>(d, 1)] = scene.direction[d][now.index];
    else
      each<1, O + 1>([&](auto k) { operand.value[place<O>(d, k)] = at[place<O>(d, k) * LANES]; });
  });
  return operand;
}

template <int D, int O>
SYMPLEX_INLINE void write(const double (&from)[1 + D * O], std::uint32_t varies, double* to) {
  to[0] = from[0];
  each<0, D>([&](auto d) {
    if (varies >> d & 1)
      each<1, O + 1>([&](auto k) { to[place<O>(d, k) * LANES] = from[place<O>(d, k)]; });
  });
}

// Writes what varies and moves: nothing else is read again.
template <int D, int O, int M>
SYMPLEX_INLINE void store(const Jet<D, O, M>& acc, std::uint32_t moves, std::uint32_t varies,
                                 double* to) {
  write<D, O>(acc.value, varies, to);
  each<0, M>([&](auto j) {
    if (moves >> j & 1) write<D, O>(acc.tangent[j], varies, to + (j + 1) * (1 + D * O) * LANES);
  });
}

// Leaves the formula's jet in `acc`.
template <int D, int O, int M>
SYMPLEX_INLINE void execute(const Instruction* code, const Instruction* end,
                                   const Scene<D, O, M>& scene, Jet<D, O, M>& acc) {
  SYMPLEX_ROLL
  for (; code != end; ++code) {
    const Instruction now = *code;
    const Facts facts{now.varies, now.operand_varies, now.moves, now.operand_moves, scene.orders};
    if (now.act < Act::NEGATE) {
      if (now.act == Act::STORE) {
        store(acc, now.moves, now.varies, scene.slot_at(now.index));
      } else {
        const Operand<D, O> operand = fetch(scene, now);
        switch (now.act) {
          case Act::LOAD: assign(operand, facts, acc); break;
          case Act::MULTIPLY: multiply(operand, facts, acc); break;
          case Act::MAX:
          case Act::MIN: extreme(operand, now.act == Act::MAX ? 1.0 : -1.0, facts, acc); break;
          default: add(operand, now.act == Act::SUBTRACT ? -1.0 : 1.0, facts, acc);
        }
      }
    } else if (now.act == Act::NEGATE) {
      negate(facts, acc);
    } else {
      const double exponent = now.act == Act::POWER ? scene.numbers[now.index] : 0.0;
      apply_function(now.act, exponent, facts, acc);
    }
  }
}

}  // namespace symplex::gpu
