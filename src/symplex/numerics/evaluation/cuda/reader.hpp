// From prefix code to instructions of the accumulator machine.
//
// Tokens are read from the last to the first. A leaf waits until an operation takes it as operand;
// what has been computed stays in the accumulator and is stored only where another result must be
// computed before it is used. Whether residuals are affine in the constants is found on the way.
#pragma once

#include "plan.hpp"

namespace symplex::gpu {

// A part of a formula that an operation has not taken yet.
struct Part {
  enum Place : std::uint8_t { LEAF, HERE, AWAY } place;  // HERE: in the accumulator
  Source source;
  std::uint16_t index;
  std::uint8_t varies;
  std::uint8_t pulls;  // the constants by which its derivative is not zero by structure, as bits
  bool moves;          // its value depends on constants
  bool bends;          // a derivative by a constant depends on constants again
};

SYMPLEX_SHARED inline Act act_of(Operation operation) {
  switch (operation) {
    case Operation::SIN: return Act::SIN;
    case Operation::COS: return Act::COS;
    case Operation::TAN: return Act::TAN;
    case Operation::EXP: return Act::EXP;
    case Operation::LOG: return Act::LOG;
    case Operation::ABS: return Act::ABS;
    case Operation::SIGN: return Act::SIGN;
    case Operation::ERF: return Act::ERF;
    case Operation::SINH: return Act::SINH;
    case Operation::COSH: return Act::COSH;
    case Operation::TANH: return Act::TANH;
    case Operation::ASIN: return Act::ASIN;
    case Operation::ACOS: return Act::ACOS;
    default: return Act::ATAN;
  }
}

class Reader {
 public:
  // Writes at most `room` instructions to `code`.
  SYMPLEX_SHARED Reader(Instruction* code, int room) : code_(code), room_(room) { parts_[0] = {}; }

  SYMPLEX_SHARED int length() const { return length_; }
  SYMPLEX_SHARED bool fits() const { return fits_; }

  SYMPLEX_SHARED void leaf(Source source, std::uint32_t index, std::uint32_t variable_bit) {
    const std::uint8_t pulls = source == Source::CONSTANT ? bit_of(index)
                               : source == Source::GIVEN  ? ANY_CONSTANT
                                                          : 0;
    push({Part::LEAF, source, static_cast<std::uint16_t>(index),
          static_cast<std::uint8_t>(variable_bit), pulls, pulls != 0, false});
  }

  // `number` is where the exponent of a power lies.
  SYMPLEX_SHARED void apply(const Symbol& symbol, std::uint32_t number) {
    switch (symbol.operation) {
      case Operation::ADD: return binary(Act::ADD);
      case Operation::SUBTRACT: return binary(Act::SUBTRACT);
      case Operation::MULTIPLY: return binary(Act::MULTIPLY);
      case Operation::MAX: return binary(Act::MAX);
      case Operation::MIN: return binary(Act::MIN);
      case Operation::DIVIDE: return divide();
      case Operation::NEGATE: return unary(Act::NEGATE, 0, false);
      case Operation::POWER: return power(symbol.number, number);
      case Operation::RELU:
        leaf(Source::ZERO, 0, 0);
        return binary(Act::MAX);
      default: return unary(act_of(symbol.operation), 0, true);
    }
  }

  // The whole formula is in the accumulator after this; another one may be read then.
  SYMPLEX_SHARED Part finish() {
    bring();
    Part whole = fits_ ? parts_[0] : Part{};
    size_ = 0;
    here_ = -1;
    slots_ = 0;
    return whole;
  }

 private:
  static constexpr int MAX_PARTS = 40;

  Instruction* code_;
  int room_, length_ = 0;
  Part parts_[MAX_PARTS];
  int size_ = 0;
  int here_ = -1;  // which part is in the accumulator
  int slots_ = 0;  // as many are stored
  bool fits_ = true;

  SYMPLEX_SHARED void push(Part part) {
    if (size_ == MAX_PARTS)
      fits_ = false;
    else
      parts_[size_++] = part;
  }
  SYMPLEX_SHARED Part& top() { return parts_[size_ > 0 ? size_ - 1 : 0]; }

  SYMPLEX_SHARED void emit(Act act, const Part* accumulator, const Part* operand,
                           std::uint32_t index) {
    if (length_ == room_) fits_ = false;
    if (!fits_) return;
    Instruction made{};
    made.act = act;
    made.index = static_cast<std::uint16_t>(index);
    if (accumulator) {
      made.varies = accumulator->varies;
      made.moves = accumulator->pulls;
    }
    if (operand) {
      made.source = operand->source;
      made.operand_varies = operand->varies;
      made.operand_moves = operand->pulls;
    }
    code_[length_++] = made;
  }

  // Stores the accumulator where a part is in it; a load follows.
  SYMPLEX_SHARED void store() {
    if (here_ < 0) return;
    if (slots_ == MAX_SLOTS) fits_ = false;
    Part& part = parts_[here_];
    emit(Act::STORE, &part, nullptr, static_cast<std::uint32_t>(slots_));
    part.place = Part::AWAY;
    part.source = Source::SLOT;
    part.index = static_cast<std::uint16_t>(slots_++);
    here_ = -1;
  }

  SYMPLEX_SHARED void load(Part& part) {
    emit(Act::LOAD, nullptr, &part, part.index);
    if (part.place == Part::AWAY) --slots_;
    part.place = Part::HERE;
  }

  // Takes the top of the stack to the accumulator.
  SYMPLEX_SHARED void bring() {
    if (top().place == Part::HERE) return;
    store();
    load(top());
    here_ = size_ - 1;
  }

  SYMPLEX_SHARED void unary(Act act, std::uint32_t number, bool curved) {
    bring();
    emit(act, &top(), nullptr, number);
    Part& part = top();
    if (act == Act::SIGN) {  // flat on both sides
      part.pulls = part.varies = 0;
      part.bends = false;
    }
    part.bends = part.bends || (curved && part.pulls);
  }

  SYMPLEX_SHARED void power(double exponent, std::uint32_t number) {
    if (exponent == 1) return;
    Act act = exponent == 2      ? Act::SQUARE
              : exponent == -1   ? Act::INVERT
              : exponent == 0.5 ? Act::ROOT
                                 : Act::POWER;
    unary(act, number, true);
  }

  SYMPLEX_SHARED void take(Act act, const Part& accumulator, Part& operand) {
    emit(act, &accumulator, &operand, operand.index);
    if (operand.place == Part::AWAY) --slots_;
  }

  SYMPLEX_SHARED void binary(Act act) {
    if (size_ < 2) {
      fits_ = false;
      return;
    }
    Part &first = parts_[size_ - 1], &second = parts_[size_ - 2];
    if (second.place == Part::HERE) {
      if (act == Act::SUBTRACT) emit(Act::NEGATE, &second, nullptr, 0);
      take(act == Act::SUBTRACT ? Act::ADD : act, second, first);
    } else {
      bring();
      take(act, first, second);
    }
    Part made = joined(first, second);
    bool both = act == Act::MULTIPLY &&
                ((first.pulls && second.moves) || (second.pulls && first.moves));
    bool kinked = (act == Act::MAX || act == Act::MIN) && made.pulls;
    made.bends = made.bends || both || kinked;
    replace(made);
  }

  // A quotient is a product with an inverse.
  SYMPLEX_SHARED void divide() {
    if (size_ < 2) {
      fits_ = false;
      return;
    }
    Part &first = parts_[size_ - 1], &second = parts_[size_ - 2];
    Part made = joined(first, second);
    made.bends = made.bends || second.pulls || (first.pulls && second.moves);
    if (second.place != Part::HERE) {
      store();  // `first`, or what waits below the two
      load(second);
    }
    emit(Act::INVERT, &second, nullptr, 0);
    take(Act::MULTIPLY, second, first);
    replace(made);
  }

  SYMPLEX_SHARED static Part joined(const Part& first, const Part& second) {
    return {Part::HERE,
            Source::SLOT,
            0,
            static_cast<std::uint8_t>(first.varies | second.varies),
            static_cast<std::uint8_t>(first.pulls | second.pulls),
            first.moves || second.moves,
            first.bends || second.bends};
  }

  SYMPLEX_SHARED void replace(const Part& made) {
    --size_;
    parts_[size_ - 1] = made;
    here_ = size_ - 1;
  }
};

}  // namespace symplex::gpu
