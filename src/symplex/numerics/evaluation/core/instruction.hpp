// The encoding of what the core executes: one elementary operation on whole columns of points.
// Shared by whoever emits programs (builder.hpp) and whoever runs them (lanes.hpp, or a GPU).
#pragma once

#include <cstdint>

// Marks what a GPU build compiles for the device too.
#ifdef __CUDACC__
#define SYMPLEX_SHARED __host__ __device__
#define SYMPLEX_UNROLL _Pragma("unroll")
#define SYMPLEX_ROLL _Pragma("unroll 1")
#else
#define SYMPLEX_SHARED
#define SYMPLEX_UNROLL
#define SYMPLEX_ROLL
#endif

namespace symplex {

// Elementary operations. Those below UNARY_END take one operand; their derivatives live in
// series.hpp.
enum class Op : std::uint8_t {
  NEG,
  SQRT,
  SIN,
  COS,
  TAN,
  EXP,
  LOG,
  ERF,
  SINH,
  COSH,
  TANH,
  ASIN,
  ACOS,
  ATAN,
  ABS,
  SIGN,
  UNARY_END,
  ADD = UNARY_END,
  SUB,
  MUL,
  DIV,
  POW,
  MAX,
  MIN,
  GATE,    // a*b, but 0 where b is 0, even if a is infinite
  FMA,     // a*b + c
  FNMA,    // c - a*b
  SELECT,  // b where a > 0, c where a < 0, their mean where a = 0, NaN where a is NaN
};

// Where an operand lives.
enum class Space : std::uint32_t { REGISTER = 0, COLUMN = 1, SCALAR = 2 };

// An operand: two bits of space, thirty of index.
using Operand = std::uint32_t;

SYMPLEX_SHARED constexpr Operand operand(Space space, std::uint32_t index) {
  return (static_cast<std::uint32_t>(space) << 30) | index;
}
SYMPLEX_SHARED constexpr std::uint32_t space_of(Operand o) { return o >> 30; }
SYMPLEX_SHARED constexpr std::uint32_t index_of(Operand o) { return o & 0x3fffffffu; }

struct Instruction {
  Op op;
  Operand to, a, b, c;
};

// What happened to a candidate. Numbers are part of the interface: Python names them too.
enum class Status : std::uint8_t {
  FITTED = 0,
  NOT_FINITE = 1,     // no start gave a finite loss
  NOT_A_TREE = 2,     // an argument is missing or tokens are left over
  UNKNOWN_TOKEN = 3,  // a token that no candidate may use
  WRONG_ROOT = 4,     // not one formula for each unknown
  TOO_MANY_CONSTANTS = 5,
  TOO_LARGE = 6,
  NOT_WORTH_KEEPING = 7,  // given up: the loss at the conditions alone was above the caller's limit
};

constexpr int MAX_CONSTANTS = 32;

}  // namespace symplex
