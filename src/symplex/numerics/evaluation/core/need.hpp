// How a caller's mistake is reported: Python sees a ValueError with the sentence.
#pragma once

#include <stdexcept>

namespace symplex {

inline void need(bool held, const char* sentence) {
  if (!held) throw std::invalid_argument(sentence);
}

}  // namespace symplex
