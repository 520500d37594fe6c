// The random numbers of sampled trees: those of policy/streams.py.
#pragma once

#include "random.hpp"

namespace symplex {

// The number that decides a choice, in [0, 1): of a tree, an attempt at it and a position.
SYMPLEX_SHARED inline float choice(std::uint64_t seed, std::uint64_t tree, std::uint64_t attempt,
                                   std::uint64_t position) {
  std::uint64_t bits = scramble(scramble(scramble(seed ^ attempt) ^ tree) ^ position);
  return float(bits >> 40) * 0x1.0p-24f;
}

}  // namespace symplex
