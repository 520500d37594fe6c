// Runs a formula's steps at one point: one loop, one accumulator.
#pragma once

#include "composition.hpp"
#include "steps.hpp"

namespace symplex::gpu {

// J'WJ (its lower triangle by rows), J'Wr and r'Wr.
template <int M>
struct Sums {
  static constexpr int SIZE = 1 + M + M * (M + 1) / 2;
  double entry[SIZE];

  SYMPLEX_SHARED void clear() {
    SYMPLEX_UNROLL
    for (int i = 0; i < SIZE; ++i) entry[i] = 0;
  }
  SYMPLEX_SHARED double loss() const { return entry[0]; }
  SYMPLEX_SHARED double vector(int j) const { return entry[1 + j]; }
  SYMPLEX_SHARED double matrix(int i, int j) const { return entry[1 + M + i * (i + 1) / 2 + j]; }
};

// Adds one residual's share; a derivative by a constant that is not finite counts as 0.
template <int O, int M>
SYMPLEX_INLINE void accumulate(const Jet<O, M>& acc, double weight, Sums<M>& sums) {
  double r = acc.value[0], column[M > 0 ? M : 1];
  sums.entry[0] += weight * r * r;
  each<0, M>([&](auto j) {
    double x = acc.tangent[j][0];
    column[j] = finite(x) ? x : 0.0;
    double weighted = weight * column[j];
    sums.entry[1 + j] += weighted * r;
    each<0, j + 1>([&](auto l) {
      sums.entry[1 + M + j * (j + 1) / 2 + l] += weighted * column[l];
    });
  });
}

// Passes a coefficient on to a derivative of an unknown; whether it is finite.
template <int O, int M>
SYMPLEX_INLINE bool give(const Jet<O, M>& acc, std::uint32_t detail, double weight, double* to) {
  bool sound = finite(acc.value[0]);
  const bool adds = detail & ADDS;
  each<0, O + 1>([&](auto k) {
    if ((detail & ~ADDS) != k) return;
    sound = sound && finite(weight * acc.value[k]);
    to[0] = weight * acc.value[k] + (adds ? to[0] : 0.0);
    each<0, M>([&](auto j) {
      double& mine = to[(j + 1) * LANES];
      mine = weight * acc.tangent[j][k] + (adds ? mine : 0.0);
    });
  });
  return sound;
}

// Where one lane finds what is not in its steps. Numbers of one lane are LANES apart, so that the
// lanes of a warp lie side by side.
struct Scene {
  double* near;   // slots, derivatives of unknowns with their tangents, columns of its point
  double* far;    // other slots
  double* cache;  // what is kept for this point
  double weight;  // of its point

  SYMPLEX_INLINE double* stored(const Step& step) const {
    return (step.is_in(Room::NEAR) ? near : far) + step.place;
  }
};

// The operand of EXTREME.
template <int O, int M>
SYMPLEX_INLINE void load_any(Kind kind, const Step& step, double b, const Scene& scene,
                             Jet<O, M>& to) {
  load_number(b, to);
  if (kind == Kind::LOAD_CONSTANT)
    each<0, M>([&](auto j) { to.tangent[j][0] = unit(j, step.constant()); });
  if (kind == Kind::LOAD_VARIABLE) to.value[1] = step.number;
  if (kind == Kind::LOAD_VARYING) {
    const double* kept = scene.cache + step.place;
    each<1, O + 1>([&](auto k) { to.value[k] = kept[k * LANES]; });
  }
  if (kind == Kind::LOAD_STORED0) load_stored<0>(scene.stored(step), to);
  if (kind == Kind::LOAD_STORED) load_stored<O>(scene.stored(step), to);
}

// All 16 bytes of a step at once.
SYMPLEX_INLINE Step fetched(const Step* from) {
#ifdef __CUDA_ARCH__
  const uint4 bits = *reinterpret_cast<const uint4*>(from);
  return {bits.x, bits.y, __hiloint2double(static_cast<int>(bits.w), static_cast<int>(bits.z))};
#else
  return *from;
#endif
}

// Runs steps up to the last residual; whether all that counts was finite.
template <int O, int M>
SYMPLEX_INLINE bool execute(const Step* step, const Scene& scene, Sums<M>& sums) {
  Jet<O, M> acc;
  load_number(0.0, acc);
  bool sound = true;
  SYMPLEX_ROLL
  for (;; ++step) {
    const Step now = fetched(step);
    double* const kept = scene.cache + now.place;
    double b = now.number;
    if (now.is_in(Room::NEAR)) b = scene.near[now.place];
    if (now.is_in(Room::CACHE)) b = *kept;
    auto sign = [&] { return now.detail() & 1 ? -1.0 : 1.0; };
    switch (now.kind()) {
      case Kind::LOAD_NUMBER:
        SYMPLEX_APART;  // or zeros would be made ready before every jump
        load_number(b, acc);
        break;
      case Kind::LOAD_CONSTANT:
        load_number(b, acc);
        each<0, M>([&](auto j) { acc.tangent[j][0] = unit(j, now.constant()); });
        break;
      case Kind::LOAD_VARIABLE:
        load_number(b, acc);
        acc.value[1] = now.number;
        break;
      case Kind::LOAD_VARYING:
        load_number(b, acc);
        each<1, O + 1>([&](auto k) { acc.value[k] = kept[k * LANES]; });
        break;
      case Kind::LOAD_STORED0: load_stored<0>(scene.stored(now), acc); break;
      case Kind::LOAD_STORED: load_stored<O>(scene.stored(now), acc); break;
      case Kind::ADD_NUMBER: acc.value[0] += sign() * b; break;
      case Kind::ADD_CONSTANT:
        acc.value[0] += sign() * b;
        each<0, M>([&](auto j) { acc.tangent[j][0] += sign() * unit(j, now.constant()); });
        break;
      case Kind::ADD_VARIABLE:
        acc.value[0] += sign() * b;
        acc.value[1] += sign() * now.number;
        break;
      case Kind::ADD_VARYING:
        acc.value[0] += sign() * b;
        each<1, O + 1>([&](auto k) { acc.value[k] += sign() * kept[k * LANES]; });
        break;
      case Kind::ADD_STORED0: add_stored<0>(scene.stored(now), sign(), acc); break;
      case Kind::ADD_STORED: add_stored<O>(scene.stored(now), sign(), acc); break;
      case Kind::MULTIPLY_NUMBER0: multiply_number<0>(b, acc); break;
      case Kind::MULTIPLY_NUMBER: multiply_number<O>(b, acc); break;
      case Kind::MULTIPLY_CONSTANT0: multiply_constant<0>(b, now.constant(), acc); break;
      case Kind::MULTIPLY_CONSTANT: multiply_constant<O>(b, now.constant(), acc); break;
      case Kind::MULTIPLY_VARIABLE: multiply_variable(b, now.number, acc); break;
      case Kind::MULTIPLY_VARYING: multiply_varying(b, kept, acc); break;
      case Kind::MULTIPLY_STORED0: multiply_stored<0>(scene.stored(now), acc); break;
      case Kind::MULTIPLY_STORED: multiply_stored<O>(scene.stored(now), acc); break;
      case Kind::STORE0: store<0>(acc, scene.stored(now)); break;
      case Kind::STORE: store<O>(acc, scene.stored(now)); break;
      case Kind::NEGATE: negate(acc); break;
      case Kind::SQUARE0: square<0>(acc); break;
      case Kind::SQUARE: square<O>(acc); break;
      case Kind::FUNCTION:
        apply_function(static_cast<Act>(now.detail()), now.number, now.place != 0, acc);
        break;
      case Kind::SIGN: {
        const double a = acc.value[0];
        load_number(a > 0 ? 1.0 : (a < 0 ? -1.0 : a), acc);  // flat on both sides
        break;
      }
      case Kind::EXTREME: {
        Jet<O, M> with;
        load_any(static_cast<Kind>(now.detail() & ~SMALLER), now, b, scene, with);
        extreme(with, now.detail() & SMALLER ? -1.0 : 1.0, acc);
        break;
      }
      case Kind::KEEP:
        each<0, O + 1>([&](auto k) { kept[k * LANES] = acc.value[k]; });
        break;
      case Kind::GIVE:
        sound = give(acc, now.detail(), now.number, scene.near + now.place) && sound;
        break;
      case Kind::GIVE_ZERO:
        each<0, M + 1>([&](auto j) { scene.near[now.place + j * LANES] = 0; });
        break;
      case Kind::CHECK: sound = sound && finite(acc.value[0]); break;
      case Kind::RESIDUAL:
        sound = sound && finite(acc.value[0]);
        accumulate(acc, now.number * scene.weight, sums);
        if (now.detail() == LAST) return sound;
        break;
    }
  }
}

}  // namespace symplex::gpu
