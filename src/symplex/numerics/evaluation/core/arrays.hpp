// Arrays as they come from Python and go back to it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

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

// The vector's memory changes hands: nothing is copied.
template <class T, class... Shape>
nb::ndarray<nb::numpy, T, nb::ndim<sizeof...(Shape)>> to_numpy(std::vector<T>&& values,
                                                               Shape... shape) {
  auto* held = new std::vector<T>(std::move(values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {held->data(), {shape...}, owner};
}
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_numpy(std::vector<T>&& values) {
  std::size_t size = values.size();
  return to_numpy(std::move(values), size);
}

template <class T>
std::vector<T> copy_of(const Vector<T>& array) {
  return {array.data(), array.data() + array.shape(0)};
}

}  // namespace symplex
