// Random numbers that belong to a candidate, keyed by its own tokens, a start and a seed, or to one
// attempt at making a candidate: results depend neither on the order of a batch nor on threads.
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

// The choices of one attempt: splitmix64. All are whole numbers, so that the reference in Python
// makes the same ones.
class Choices {
 public:
  Choices(std::uint64_t seed, std::uint64_t sequence, std::uint64_t attempt)
      : state_(scramble(scramble(scramble(seed) ^ sequence) ^ attempt)) {}

  // A number below n: by multiplication, off from uniform by less than n/2^64.
  std::size_t below(std::size_t n) {
    std::uint64_t bits = scramble(state_);
    state_ += 0x9e3779b97f4a7c15ull;
    return std::size_t((static_cast<unsigned __int128>(bits) * n) >> 64);
  }
  bool percent(std::size_t share) { return below(100) < share; }

 private:
  std::uint64_t state_;
};

}  // namespace symplex
