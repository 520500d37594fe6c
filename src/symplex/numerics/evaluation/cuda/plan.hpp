// What candidates are evaluated against, as flat arrays that a GPU can read.
//
// Derivatives are taken along directions: one *pass* over a formula yields its Taylor
// coefficients along one of them, and every derivative that a residual needs is a weighted sum of
// coefficients. A mixed derivative takes several directions; all others take one axis.
#pragma once

#include <cstdint>

#include "../core/operation.hpp"

namespace symplex::gpu {

constexpr int LANES = 32;         // points of a chunk: one for each lane of a warp
constexpr int MAX_VARIABLES = 8;  // that unknowns are differentiated by
constexpr int MAX_UNKNOWNS = 4;
constexpr int MAX_DERIVATIVES = 20;  // that the residuals of one group need
constexpr int MAX_ORDER = 4;
constexpr int MAX_TANGENTS = 6;  // constants that the fast path fits
constexpr int MAX_CODE = 128;    // instructions of one candidate
constexpr int MAX_SLOTS = 10;    // intermediate results that wait while another is computed
constexpr int MAX_TOKENS = 256;  // a token is a byte
constexpr int MAX_CACHED = 4;    // parts without constants that are computed once for each fit
constexpr int MAX_CACHED_CHUNKS = 64;

// What an instruction does to the accumulator. Those from NEGATE on take no operand.
enum class Act : std::uint8_t {
  STORE,  // into slot `index`
  LOAD,
  ADD,
  SUBTRACT,
  MULTIPLY,
  MAX,
  MIN,
  NEGATE,
  SQUARE,
  INVERT,
  ROOT,
  SIN,
  COS,
  EXP,
  LOG,
  ABS,
  POWER,  // from here on, functions that are rare enough to be called and not inlined
  SIGN,
  TAN,
  ERF,
  SINH,
  COSH,
  TANH,
  ASIN,
  ACOS,
  ATAN,
};

// Where an operand comes from.
enum class Source : std::uint8_t { NONE, COLUMN, NUMBER, ZERO, CONSTANT, GIVEN, SLOT, CACHED };

// What is done to the accumulator, as a formula is read; steps.hpp has what becomes of it in a pass.
struct alignas(8) Instruction {
  Act act;
  Source source;                        // of the operand
  std::uint16_t index;                  // of a column, number, constant, derivative or slot
  std::uint8_t varies, operand_varies;  // the variables in accumulator and operand, as bits
  std::uint8_t moves, operand_moves;    // the constants by which they have derivatives, as bits
};
static_assert(sizeof(Instruction) == 8);

// The bit of a constant; those beyond the fast path share one.
SYMPLEX_SHARED constexpr std::uint8_t bit_of(std::uint32_t constant) {
  return static_cast<std::uint8_t>(1u << (constant < 7 ? constant : 7));
}
constexpr std::uint8_t ANY_CONSTANT = 0xff;

// One run of an unknown's formula along a direction.
struct alignas(16) Pass {
  std::uint16_t unknown;
  std::uint16_t always;  // whether it must run even where the formula does not vary along it
  std::uint32_t order;
  std::uint32_t outputs, outputs_end;
  std::uint32_t varies;  // the variables whose component is not 0
  double direction[MAX_VARIABLES];
};

// A Taylor coefficient's share in a derivative.
struct alignas(16) Output {
  std::uint8_t order;
  std::uint8_t adds;  // whether an earlier pass has begun the sum
  std::uint16_t derivative;
  std::uint32_t needs;  // the variables of the derivative: 0 where the formula lacks one
  double weight;
};

struct Equation {
  std::uint32_t code, code_end;
  double weight;
};

// Points that share their residuals; column c of chunk k starts at data + (k*columns + c)*LANES.
struct Group {
  std::uint32_t points, chunks, columns, data;
  std::uint32_t passes, passes_end, equations, equations_end;
  std::uint32_t first_chunk;  // among the chunks of all groups
  std::uint32_t first_cell;   // among the runs of passes over chunks
  double scale;  // of the residuals' weights: above 1 where some points stand for all of them
};

// Groups are in the order of evaluation: those without derivatives first. After them come the same
// groups with the points that are tried first, if `thinned` says that these are fewer.
struct Plan {
  std::uint32_t unknowns, variables, tokens, groups;
  std::uint32_t given;  // derivatives that the residuals of a group need, at most
  std::uint32_t cells;  // runs of passes over chunks; 0 where there are too many to keep any
  std::uint32_t order;  // of the passes, at most: kernels are compiled for each
  std::uint32_t passes, columns;  // how many passes there are, and columns of a group at most
  std::uint32_t fixed_steps;      // at most, beside those of formulas
  bool affine;  // whether residuals are affine in the unknowns
  bool thinned;
  const Symbol* symbols;  // by token
  const double* numbers;  // by token, then by symbol of the residuals
  const Group* group;
  const Pass* pass;
  const Output* output;
  const Equation* equation;
  const Instruction* code;  // of the residuals
  const double* data;
};

// A candidate that was read: where its code lies, and what is known of it. The code of cached parts
// comes first, by unknown, then that of the formulas.
struct Reading {
  Status status;
  std::uint8_t constants, length;
  bool affine;  // its residuals are affine in its constants
  std::uint8_t cached_ends[MAX_CACHED];
  std::uint8_t cached_of[MAX_UNKNOWNS];  // how many parts are cached up to and with this unknown
  std::uint8_t formulas;  // where their code begins
  std::uint8_t ends[MAX_UNKNOWNS];
  std::uint8_t cached_varies[MAX_CACHED];
  std::uint8_t varies[MAX_UNKNOWNS];  // the variables in each formula
  std::uint8_t moves[MAX_UNKNOWNS];   // the constants by which it has derivatives
};

// A status of this engine alone: the candidate is one for the slower path.
constexpr Status ELSEWHERE = static_cast<Status>(255);

}  // namespace symplex::gpu
