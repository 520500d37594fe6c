// The largest parts of a formula without constants: they are the same at every evaluation of a fit.
#pragma once

#include "plan.hpp"

namespace symplex::gpu {

// A subtree's tokens, `begin` to `end`.
struct Span {
  std::uint32_t begin, end;
};

// A subtree while its tokens are read from the last to the first.
struct Subtree {
  std::uint32_t begin, end;
  std::uint16_t work;  // how much it takes to compute
  bool moves;          // it has constants
};

SYMPLEX_SHARED inline std::uint16_t work_of(Operation operation) {
  switch (operation) {
    case Operation::ADD:
    case Operation::SUBTRACT:
    case Operation::MULTIPLY:
    case Operation::NEGATE:
    case Operation::MAX:
    case Operation::MIN:
    case Operation::RELU:
    case Operation::ABS: return 1;
    default: return 2;
  }
}

// Finds at most `room` subtrees that are worth keeping; the formula is one whole tree.
SYMPLEX_SHARED inline int find_spans(const Plan& plan, const std::uint8_t* ids, std::size_t begin,
                                     std::size_t end, int room, Span* spans) {
  constexpr int MAX_OPEN = 40, LEAST_WORK = 2;
  Subtree open[MAX_OPEN];
  int size = 0, found = 0;
  auto offer = [&](const Subtree& part) {
    if (!part.moves && part.work >= LEAST_WORK && found < room)
      spans[found++] = {part.begin, part.end};
  };
  for (std::size_t i = end; i-- > begin;) {
    const Symbol& symbol = plan.symbols[ids[i]];
    const int arity = symbol.arity();
    Subtree made{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 1), 0,
                 symbol.operation == Operation::CONSTANT};
    if (arity > size || size - arity == MAX_OPEN) return found;
    if (arity > 0) made.work = work_of(symbol.operation);
    for (int a = 1; a <= arity; ++a) {
      const Subtree& part = open[size - a];
      made.end = part.end;
      made.work = static_cast<std::uint16_t>(made.work + part.work);
      made.moves = made.moves || part.moves;
    }
    for (int a = 1; made.moves && a <= arity; ++a) offer(open[size - a]);
    size -= arity;
    open[size++] = made;
  }
  if (size == 1) offer(open[0]);
  return found;
}

}  // namespace symplex::gpu
