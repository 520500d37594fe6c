// A fit that tries its starts on some points before it turns to all of them: which points, and when a
// step is no longer worth its while. The same on every engine.
#pragma once

#include <cstddef>

#include "instruction.hpp"

namespace symplex {

// A step on the first points that gains less than this share of the loss ends the start.
constexpr double FIRST_GAIN = 1e-2;
// On all points a step is not tried where it is expected to gain less than this share,
constexpr double EXPECTED_GAIN = 0.02;
// and one that gains less than this share is the last.
constexpr double LAST_GAIN = 0.1;

// How many of `points` are tried first, if `first` are asked for; 0 asks for all.
SYMPLEX_SHARED inline std::size_t thinned_size(std::size_t points, std::size_t first) {
  return first > 0 && first < points ? first : points;
}

// The point that comes `i`-th among `size` of them.
SYMPLEX_SHARED inline std::size_t thinned_point(std::size_t points, std::size_t size,
                                                std::size_t i) {
  return (2 * i + 1) * points / (2 * size);
}

}  // namespace symplex
