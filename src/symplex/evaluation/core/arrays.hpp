// Arrays as they come from Python, and how a caller's mistake is reported.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>

namespace symplex {

namespace nb = nanobind;

template <class T, class... Shape>
using In = nb::ndarray<const T, Shape..., nb::c_contig, nb::device::cpu>;
template <class T>
using Vector = In<T, nb::ndim<1>>;
template <class T>
using Table = In<T, nb::ndim<2>>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Python sees a ValueError with the sentence.
inline void need(bool held, const char* sentence) {
  if (!held) throw std::invalid_argument(sentence);
}

}  // namespace symplex
