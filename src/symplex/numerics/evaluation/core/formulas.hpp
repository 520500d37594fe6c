// What every operation computes, in one table for every machine: an interpreter expands it with its
// own loops and its own functions of_sin, of_exp, … for its own type of number (lanes.hpp has those
// for vector registers; a GPU would have them for double).
#pragma once

// clang-format off
#define SYMPLEX_FORMULAS(UNARY, BINARY, TERNARY) \
  UNARY(NEG, -a)                        \
  UNARY(SQRT, of_sqrt(a))               \
  UNARY(SIN, of_sin(a))                 \
  UNARY(COS, of_cos(a))                 \
  UNARY(TAN, of_tan(a))                 \
  UNARY(EXP, of_exp(a))                 \
  UNARY(LOG, of_log(a))                 \
  UNARY(ERF, of_erf(a))                 \
  UNARY(SINH, of_sinh(a))               \
  UNARY(COSH, of_cosh(a))               \
  UNARY(TANH, of_tanh(a))               \
  UNARY(ASIN, of_asin(a))               \
  UNARY(ACOS, of_acos(a))               \
  UNARY(ATAN, of_atan(a))               \
  UNARY(ABS, of_abs(a))                 \
  UNARY(SIGN, of_sign(a))               \
  BINARY(ADD, a + b)                    \
  BINARY(SUB, a - b)                    \
  BINARY(MUL, a * b)                    \
  BINARY(DIV, a / b)                    \
  BINARY(POW, of_pow(a, b))             \
  BINARY(MAX, of_max(a, b))             \
  BINARY(MIN, of_min(a, b))             \
  BINARY(GATE, of_gate(a, b))           \
  TERNARY(FMA, a * b + c)               \
  TERNARY(FNMA, c - a * b)              \
  TERNARY(SELECT, of_select(a, b, c))
// clang-format on
