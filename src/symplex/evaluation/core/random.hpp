// Random numbers that belong to a candidate: keyed by its own tokens, a start and a seed, so that
// results depend neither on the order of a batch nor on threads.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "instruction.hpp"

namespace symplex {

SYMPLEX_SHARED inline std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

SYMPLEX_SHARED inline std::uint64_t key_of(const std::uint8_t* ids, std::size_t n,
                                           std::uint64_t seed) {
  std::uint64_t key = scramble(seed ^ n);
  for (std::size_t i = 0; i < n; ++i) key = scramble(key ^ ids[i]);
  return key;
}

struct Random {
  std::uint64_t state;
  SYMPLEX_SHARED double uniform() { return (scramble(state++) >> 11) * 0x1.0p-53; }
  // Box and Muller's normal variate.
  SYMPLEX_SHARED double normal() {
    double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }
};

}  // namespace symplex
