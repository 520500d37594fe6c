// What the interpreter runs: instructions with everything settled that one pass settles.
#pragma once

#include "jet.hpp"

namespace symplex::gpu {

// What a step does, by its operand: a NUMBER that neither varies nor moves, a CONSTANT, a VARIABLE
// along which the pass runs, something VARYING without tangents, or a result that was STORED. A 0
// at the end: nothing varies.
enum class Kind : std::uint8_t {
  LOAD_NUMBER,
  LOAD_CONSTANT,
  LOAD_VARIABLE,
  LOAD_VARYING,
  LOAD_STORED0,
  LOAD_STORED,
  ADD_NUMBER,
  ADD_CONSTANT,
  ADD_VARIABLE,
  ADD_VARYING,
  ADD_STORED0,
  ADD_STORED,
  MULTIPLY_NUMBER0,
  MULTIPLY_NUMBER,
  MULTIPLY_CONSTANT0,
  MULTIPLY_CONSTANT,
  MULTIPLY_VARIABLE,
  MULTIPLY_VARYING,
  MULTIPLY_STORED0,
  MULTIPLY_STORED,
  STORE0,
  STORE,
  NEGATE,
  SQUARE0,
  SQUARE,
  FUNCTION,
  SIGN,
  EXTREME,
  KEEP,      // in the cache
  GIVE,      // a coefficient to a derivative of an unknown
  GIVE_ZERO,
  CHECK,     // that the formula is finite, where nothing is given
  RESIDUAL,  // take the accumulator for one
};

// Where an operand lies: in the step, near or far with a place for each lane, or in the cache.
enum class Room : std::uint8_t { STEP = 0, FAR = 0x20, NEAR = 0x40, CACHE = 0x80 };

constexpr std::uint32_t NO_CONSTANT = 0xff;

// 16 bytes that are read at once.
struct alignas(16) Step {
  std::uint32_t head;   // kind, detail, constant and room, a byte each
  std::uint32_t place;  // in its room, from the lane's first number; of a function, whether it varies
  double number;        // operand, slope of a variable, exponent of a power, or a weight

  SYMPLEX_INLINE Kind kind() const { return static_cast<Kind>(head & 0xff); }
  // 1 to subtract; the Act of a function; of EXTREME the kind of step that loads its operand, and
  // SMALLER; of GIVE the order, and ADDS; of RESIDUAL whether it is the LAST.
  SYMPLEX_INLINE std::uint32_t detail() const { return head >> 8 & 0xff; }
  SYMPLEX_INLINE std::uint32_t constant() const { return head >> 16 & 0xff; }
  SYMPLEX_INLINE bool is_in(Room room) const { return head & static_cast<std::uint32_t>(room) << 24; }
};
static_assert(sizeof(Step) == 16);

constexpr std::uint32_t SMALLER = 0x80, ADDS = 0x80, LAST = 1;

SYMPLEX_SHARED inline Step make_step(Kind kind, std::uint32_t detail, Room room,
                                     std::uint32_t place, double number,
                                     std::uint32_t constant = NO_CONSTANT) {
  return {static_cast<std::uint32_t>(kind) | detail << 8 | constant << 16 |
              static_cast<std::uint32_t>(room) << 24,
          place, number};
}

// Where what steps name lies, in numbers of a lane.
struct Layout {
  std::uint32_t cached;  // from one cached part to the next
  std::uint32_t near_slots, given, columns;  // in what is near: slots are at its beginning
};

// An operand, and how it is loaded: kinds of ADD and LOAD are in the same order.
struct Operand {
  Kind load = Kind::LOAD_NUMBER;
  Room room = Room::STEP;
  std::uint32_t place = 0;
  double number = 0;
  std::uint32_t constant = NO_CONSTANT;
};

template <int O, int M>
SYMPLEX_SHARED inline Operand in_slot(std::uint32_t index, bool varies, const Layout& layout) {
  const bool near = index < layout.near_slots;
  Operand made;
  made.load = varies ? Kind::LOAD_STORED : Kind::LOAD_STORED0;
  made.room = near ? Room::NEAR : Room::FAR;
  made.place = (near ? index : index - layout.near_slots) * (WIDTH<O, M> * LANES);
  return made;
}

// The operand of an instruction; `pass` is null in equations.
template <int O, int M>
SYMPLEX_SHARED inline Operand operand_of(const Instruction& now, bool varies, const Pass* pass,
                                         std::uint32_t cell, const double* numbers,
                                         const double* constants, const Layout& layout) {
  Operand made;
  switch (now.source) {
    case Source::NUMBER: made.number = numbers[now.index]; break;
    case Source::CONSTANT:
      made = {Kind::LOAD_CONSTANT, Room::STEP, 0, constants[now.index], now.index};
      break;
    case Source::COLUMN:
      made.room = Room::NEAR;
      made.place = layout.columns + now.index * LANES;
      if (varies) {
        made.load = Kind::LOAD_VARIABLE;
        made.number = pass->direction[now.index];
      }
      break;
    case Source::CACHED:
      made.room = Room::CACHE;
      made.place = cell + now.index * layout.cached;
      if (varies) made.load = Kind::LOAD_VARYING;
      break;
    case Source::GIVEN:
      made.load = Kind::LOAD_STORED0;
      made.room = Room::NEAR;
      made.place = layout.given + now.index * ((M + 1) * LANES);
      break;
    case Source::SLOT: return in_slot<O, M>(now.index, varies, layout);
    default: break;  // none, or zero
  }
  return made;
}

SYMPLEX_SHARED inline Kind shifted(Kind kind, Kind from, Kind to) {
  return static_cast<Kind>(static_cast<int>(kind) - static_cast<int>(from) + static_cast<int>(to));
}

SYMPLEX_SHARED inline Kind product_kind(Kind load, bool varies) {
  switch (load) {
    case Kind::LOAD_NUMBER: return varies ? Kind::MULTIPLY_NUMBER : Kind::MULTIPLY_NUMBER0;
    case Kind::LOAD_CONSTANT: return varies ? Kind::MULTIPLY_CONSTANT : Kind::MULTIPLY_CONSTANT0;
    case Kind::LOAD_VARIABLE: return Kind::MULTIPLY_VARIABLE;
    case Kind::LOAD_VARYING: return Kind::MULTIPLY_VARYING;
    case Kind::LOAD_STORED0: return varies ? Kind::MULTIPLY_STORED : Kind::MULTIPLY_STORED0;
    default: return Kind::MULTIPLY_STORED;
  }
}

// The step that follows from an instruction in a pass, whose cached parts are from `cell` on, or in
// an equation, where `pass` is null.
template <int O, int M>
SYMPLEX_SHARED inline Step step_for(const Instruction& now, const Pass* pass, std::uint32_t cell,
                                    const double* numbers, const double* constants,
                                    const Layout& layout) {
  const std::uint32_t along = pass ? pass->varies : 0;
  const bool varies = now.varies & along, operand_varies = now.operand_varies & along;
  const Operand by =
      operand_of<O, M>(now, operand_varies, pass, cell, numbers, constants, layout);
  Kind kind = Kind::NEGATE;
  std::uint32_t detail = 0;
  switch (now.act) {
    case Act::STORE: {
      const Operand slot = in_slot<O, M>(now.index, false, layout);
      const bool whole = pass && pass->order > 0;
      return make_step(whole ? Kind::STORE : Kind::STORE0, 0, slot.room, slot.place, 0);
    }
    case Act::LOAD: kind = by.load; break;
    case Act::SUBTRACT:
    case Act::ADD:
      kind = shifted(by.load, Kind::LOAD_NUMBER, Kind::ADD_NUMBER);
      detail = now.act == Act::SUBTRACT;
      break;
    case Act::MULTIPLY: kind = product_kind(by.load, varies); break;
    case Act::MAX:
    case Act::MIN:
      kind = Kind::EXTREME;
      detail = static_cast<std::uint32_t>(by.load) | (now.act == Act::MIN ? SMALLER : 0);
      break;
    case Act::NEGATE: kind = Kind::NEGATE; break;
    case Act::SQUARE: kind = varies ? Kind::SQUARE : Kind::SQUARE0; break;
    case Act::SIGN: kind = Kind::SIGN; break;
    default:
      return make_step(Kind::FUNCTION, static_cast<std::uint32_t>(now.act), Room::STEP, varies,
                       now.act == Act::POWER ? numbers[now.index] : 0.0);
  }
  return make_step(kind, detail, by.room, by.place, by.number, by.constant);
}

}  // namespace symplex::gpu
