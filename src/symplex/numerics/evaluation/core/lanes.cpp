// The interpreter's loop: one switch, one short loop over vectors for each operation.
#include "lanes.hpp"

#include "builder.hpp"
#include "formulas.hpp"

namespace symplex {
namespace {

template <class F>
inline void each(std::size_t vectors, F body) {
  for (std::size_t i = 0; i < vectors; ++i) body(i);
}

}  // namespace

#define SYMPLEX_UNARY(OP, formula)     \
  case Op::OP:                         \
    each(vectors, [&](std::size_t i) { \
      Lanes a = x[i];                  \
      to[i] = (formula);               \
    });                                \
    break;
#define SYMPLEX_BINARY(OP, formula)    \
  case Op::OP:                         \
    each(vectors, [&](std::size_t i) { \
      Lanes a = x[i], b = y[i];        \
      to[i] = (formula);               \
    });                                \
    break;
#define SYMPLEX_TERNARY(OP, formula)      \
  case Op::OP:                            \
    each(vectors, [&](std::size_t i) {    \
      Lanes a = x[i], b = y[i], c = z[i]; \
      to[i] = (formula);                  \
    });                                   \
    break;

void run(const Instruction* begin, const Instruction* end, const Frame& frame,
         std::size_t vectors) {
  for (const Instruction* now = begin; now != end; ++now) {
    const Column to = column_of(frame, now->to), x = column_of(frame, now->a);
    const Column y = column_of(frame, now->b), z = column_of(frame, now->c);
    switch (now->op) { SYMPLEX_FORMULAS(SYMPLEX_UNARY, SYMPLEX_BINARY, SYMPLEX_TERNARY) }
  }
}

// What is known while a program is built is computed by the very same code.
double fold(Op op, double a, double b, double c) {
  alignas(64) double file[4][WIDTH] = {};
  for (int i = 0; i < WIDTH; ++i) file[1][i] = a, file[2][i] = b, file[3][i] = c;
  Frame frame{{file[0], file[0], file[0]}, {WIDTH, WIDTH, WIDTH}};
  auto at = [](std::uint32_t i) { return operand(Space::SCALAR, i); };
  Instruction one{op, at(0), at(1), at(2), at(3)};
  run(&one, &one + 1, frame, 1);
  return file[0][0];
}

}  // namespace symplex
