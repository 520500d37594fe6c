// Tree-relative attention of one head of one tree: from the newest node and from the open slot to
// the nodes before them and to themselves.
#pragma once

#include "growing.hpp"

namespace symplex::gpu {

// Softmax(scores)·values as scores come along, without knowing the largest beforehand.
struct Gathering {
  float most = -1e30f, total = 0, sum[HEAD] = {};

  SYMPLEX_SHARED void add(float score, const float* value) {
    const float top = score > most ? score : most;
    const float kept = exponential(most - top), weight = exponential(score - top);
    most = top;
    total = total * kept + weight;
    SYMPLEX_UNROLL
    for (int d = 0; d < HEAD; ++d) sum[d] = sum[d] * kept + weight * value[d];
  }
};

// Query, key and value of one place.
struct Asking {
  float query[HEAD], key[HEAD], value[HEAD], affinity[RELATIONS];

  // `mixed` and `bias`: of one place, all heads; `relation`: a key for each relation.
  SYMPLEX_SHARED void read(const float* mixed, const float* bias, const float* relation,
                           int head) {
    SYMPLEX_UNROLL
    for (int d = 0; d < HEAD; ++d) {
      const int at = d * HEADS + head;
      query[d] = mixed[at] + bias[at];
      key[d] = mixed[WIDTH + at] + bias[WIDTH + at];
      value[d] = mixed[2 * WIDTH + at] + bias[2 * WIDTH + at];
    }
    SYMPLEX_UNROLL
    for (int n = 0; n < RELATIONS; ++n) {
      affinity[n] = 0;
      SYMPLEX_UNROLL
      for (int d = 0; d < HEAD; ++d) affinity[n] += query[d] * relation[n * WIDTH + d * HEADS + head];
    }
  }

  SYMPLEX_SHARED float score(const float* other, int related) const {
    float found = 0;
    // A register cannot be indexed by what is known at run time alone.
    SYMPLEX_UNROLL
    for (int n = 0; n < RELATIONS; ++n) found = related == n ? affinity[n] : found;
    SYMPLEX_UNROLL
    for (int d = 0; d < HEAD; ++d) found += query[d] * other[d];
    return found;
  }
};

// A key and a value as they are kept.
template <class Number>
struct Kept {
  Chunk<Number, HEAD> key, value;

  SYMPLEX_SHARED static Kept of(const Asking& asking) {
    Kept found;
    SYMPLEX_UNROLL
    for (int d = 0; d < HEAD; ++d) {
      found.key.at[d] = narrowed<Number>(asking.key[d]);
      found.value.at[d] = narrowed<Number>(asking.value[d]);
    }
    return found;
  }

  SYMPLEX_SHARED void read(float* to_key, float* to_value) const {
    SYMPLEX_UNROLL
    for (int d = 0; d < HEAD; ++d) {
      to_key[d] = widened(key.at[d]);
      to_value[d] = widened(value.at[d]);
    }
  }
};

template <class Number>
SYMPLEX_SHARED inline void write_gathered(const Gathering& gathering, Number* to, int head) {
  const float share = gathering.total > 0 ? 1 / gathering.total : 0;
  SYMPLEX_UNROLL
  for (int d = 0; d < HEAD; ++d) to[d * HEADS + head] = narrowed<Number>(gathering.sum[d] * share);
}

}  // namespace symplex::gpu
