// The language of prefix code, which candidates and residuals are written in.
#pragma once

#include <cstddef>
#include <cstdint>

#include "instruction.hpp"

namespace symplex {

// The language's operations as Python names them (module.cpp exports the names in this order).
enum class Operation : std::uint8_t {
  COLUMN,
  NUMBER,
  CONSTANT,
  DERIVATIVE,
  TUPLE,
  FORBIDDEN,
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  NEGATE,
  POWER,
  MAX,
  MIN,
  RELU,
  SIN,
  COS,
  TAN,
  EXP,
  LOG,
  ABS,
  SIGN,
  ERF,
  SINH,
  COSH,
  TANH,
  ASIN,
  ACOS,
  ATAN,
  END,
};

SYMPLEX_SHARED inline int arity_of(Operation o) {
  if (o <= Operation::FORBIDDEN) return 0;  // a tuple's arity is in its symbol
  bool two =
      (o >= Operation::ADD && o <= Operation::DIVIDE) || o == Operation::MAX || o == Operation::MIN;
  return two ? 2 : 1;
}

// One symbol of prefix code.
struct Symbol {
  Operation operation;
  std::uint32_t index;  // of a column, a derivative; the arity of a tuple
  double number;        // of a number; the exponent of a power
  SYMPLEX_SHARED int arity() const {
    return operation == Operation::TUPLE ? static_cast<int>(index) : arity_of(operation);
  }
};

// Whether tokens spell one tree of formulas that candidates may be made of. `count` symbols are
// known, by token.
SYMPLEX_SHARED inline Status examine(const Symbol* symbols, std::size_t count, std::size_t unknowns,
                                     const std::uint8_t* ids, std::size_t n,
                                     std::size_t* constants) {
  long open = 1;
  *constants = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (ids[i] >= count) return Status::UNKNOWN_TOKEN;
    const Symbol& s = symbols[ids[i]];
    if (s.operation == Operation::FORBIDDEN || s.operation == Operation::DERIVATIVE)
      return Status::UNKNOWN_TOKEN;
    if (open == 0) return Status::NOT_A_TREE;
    if (s.operation == Operation::TUPLE && i > 0) return Status::WRONG_ROOT;
    *constants += s.operation == Operation::CONSTANT;
    open += s.arity() - 1;
  }
  if (open != 0) return Status::NOT_A_TREE;
  const Symbol& root = symbols[ids[0]];
  std::size_t formulas = root.operation == Operation::TUPLE ? root.index : 1;
  if (formulas != unknowns) return Status::WRONG_ROOT;
  if (*constants > MAX_CONSTANTS) return Status::TOO_MANY_CONSTANTS;
  return Status::FITTED;
}

}  // namespace symplex
