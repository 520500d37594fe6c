// A group of trees that one block of threads grows to their ends, each followed by the next tree
// that is still to be drawn. Every phase is a loop whose turns are independent, so that a GPU takes
// them side by side and a CPU one after the other.
#pragma once

#include "attention.hpp"
#include "choosing.hpp"
#include "weights.hpp"

namespace symplex::gpu {

// `Crew` has each(count, work), each_row(work) for longer work on single trees, wait(),
// next(counter) and multiply(left, stride, rows, inputs, panel, stride, outputs, to, stride, add).
template <class Crew, class Number>
class Drawing {
 public:
  SYMPLEX_DEVICE Drawing(Crew& crew, const SymplexPolicy& policy, const SymplexGrammar& grammar,
                         const SymplexTrees& trees, unsigned char* memory, std::size_t block)
      : crew_(crew),
        trees_(trees),
        net_(policy, std::size_t(grammar.max_length)),
        room_(memory, policy, grammar),
        choosing_(crew, trees, Table(policy, grammar), room_.rows, room_.related),
        length_(int(grammar.max_length)) {
    const std::size_t kept = net_.layers * std::size_t(length_) * ROWS * HEADS;
    cache_ = static_cast<Kept<Number>*>(trees.cache) + block * kept;
  }

  SYMPLEX_DEVICE void run() {
    // Few trees are spread over all blocks.
    const int share = int((trees_.count + trees_.blocks - 1) / trees_.blocks);
    crew_.each_row([&](int r) { choosing_.begin(r, r < share); });
    crew_.wait();
    while (choosing_.is_busy()) {
      embed();
      const float* pending = nullptr;
      for (std::size_t number = 0; number < net_.layers; ++number) {
        refine(number, pending);
        pending = net_.layer(number).narrow_bias;
      }
      normalise(ROWS, pending);
      multiply(room_.normed + ROWS * NORMED_STRIDE, NORMED_STRIDE, ROWS, WIDTH, net_.output,
               int(padded(net_.vocabulary, TILE)), room_.mixed, logit_stride(), false);
      crew_.each_row([&](int r) {
        choosing_.choose(r, room_.mixed + r * logit_stride(), net_.output_bias);
      });
      crew_.wait();
    }
  }

 private:
  using Four = Chunk<float, 4>;

  Crew& crew_;
  const SymplexTrees& trees_;
  const Weights<Number> net_;
  const Room<Number> room_;
  Choosing<Crew> choosing_;
  Kept<Number>* cache_;
  int length_;

  SYMPLEX_DEVICE int logit_stride() const { return int(padded(net_.vocabulary, TILE)) + 4; }

  SYMPLEX_DEVICE void embed() {
    constexpr int CHUNKS = WIDTH / 4;
    crew_.each(PLACES * CHUNKS, [&](int i) {
      const int place = i / CHUNKS, at = i % CHUNKS * 4;
      const Row& row = room_.rows[place % ROWS];
      const PartialTree& tree = row.tree;
      const bool slot = place >= ROWS;
      Four sum = {};
      if (row.busy && slot) {
        const std::size_t deep = std::size_t(tree.depth);
        add(sum, net_.hole, 0, at);
        add(sum, net_.parent, tree.parent_token(choosing_.table), at);
        add(sum, net_.sibling, tree.sibling_token(choosing_.table), at);
        add(sum, net_.depth, deep < net_.depths ? deep : net_.depths - 1, at);
        add(sum, net_.position, std::size_t(tree.position), at);
      } else if (row.busy && tree.position) {
        add(sum, net_.token, tree.tokens[tree.position - 1], at);
        add(sum, net_.position, std::size_t(tree.position) - 1, at);
      }
      *reinterpret_cast<Four*>(room_.streams + place * STREAM_STRIDE + at) = sum;
    });
    crew_.wait();
  }

  SYMPLEX_DEVICE static void add(Four& sum, const float* table, std::size_t row, int at) {
    const Four found = *reinterpret_cast<const Four*>(table + row * WIDTH + std::size_t(at));
    SYMPLEX_UNROLL
    for (int i = 0; i < 4; ++i) sum.at[i] += found.at[i];
  }

  // Adds the bias that the last product left out, if there is one; then to mean 0 and variance 1.
  SYMPLEX_DEVICE void normalise(int first, const float* bias) {
    crew_.each((PLACES - first) * 4, [&](int i) {
      const int place = first + i / 4, quarter = i % 4;
      float sum = 0, squares = 0;
      SYMPLEX_UNROLL
      for (int j = 0; j < 4; ++j) {
        const int at = (j * 4 + quarter) * 4;
        Four* stream = reinterpret_cast<Four*>(room_.streams + place * STREAM_STRIDE + at);
        Four found = *stream;
        if (bias) add(found, bias, 0, at);
        *stream = found;
        SYMPLEX_UNROLL
        for (int k = 0; k < 4; ++k) {
          sum += found.at[k];
          squares += found.at[k] * found.at[k];
        }
      }
      room_.sums[place * 8 + quarter * 2] = sum;
      room_.sums[place * 8 + quarter * 2 + 1] = squares;
    });
    crew_.wait();
    crew_.each((PLACES - first) * 4, [&](int i) {
      const int place = first + i / 4, quarter = i % 4;
      const float* sums = room_.sums + place * 8;
      const float mean = ((sums[0] + sums[2]) + (sums[4] + sums[6])) / WIDTH;
      const float square = ((sums[1] + sums[3]) + (sums[5] + sums[7])) / WIDTH;
      const float spread = square - mean * mean;
      const float scale = 1 / std::sqrt((spread > 0 ? spread : 0) + 1e-5f);
      SYMPLEX_UNROLL
      for (int j = 0; j < 16; ++j) {
        const int at = (j / 4 * 4 + quarter) * 4 + j % 4;
        const float off = room_.streams[place * STREAM_STRIDE + at] - mean;
        room_.normed[place * NORMED_STRIDE + at] = narrowed<Number>(off * scale);
      }
    });
    crew_.wait();
  }

  // to[row][output] = left[row]·matrix[output], or is increased by it; the matrix is brought panel
  // by panel to where all threads are near it.
  SYMPLEX_DEVICE void multiply(const Number* left, int stride, int rows, int inputs,
                               const Number* matrix, int outputs, float* to, int to_stride,
                               bool add) {
    using Eight = Chunk<Number, 8>;
    const int apart = inputs + 8, most = PANEL / apart / TILE * TILE, chunks = inputs / 8;
    for (int first = 0; first < outputs; first += most) {
      const int some = outputs - first < most ? outputs - first : most;
      crew_.each(some * chunks, [&](int i) {
        const int output = i / chunks, at = i % chunks * 8;
        *reinterpret_cast<Eight*>(room_.panel + output * apart + at) =
            *reinterpret_cast<const Eight*>(matrix + (first + output) * inputs + at);
      });
      crew_.wait();
      crew_.multiply(left, stride, rows, inputs, room_.panel, apart, some, to + first, to_stride,
                     add);
      crew_.wait();
    }
  }

  // Attention and feed-forward network of one layer, each added to what was there.
  SYMPLEX_DEVICE void refine(std::size_t number, const float* pending) {
    const LayerWeights<Number> layer = net_.layer(number);
    const int hidden = int(net_.hidden);
    normalise(0, pending);
    multiply(room_.normed, NORMED_STRIDE, PLACES, WIDTH, layer.mix, 3 * WIDTH, room_.mixed,
             MIXED_STRIDE, false);
    // The last layer's nodes leave keys and values alone.
    const int first = number + 1 == net_.layers ? ROWS : 0, rows = PLACES - first;
    crew_.each(ROWS * HEADS, [&](int i) { attend(layer, number, i / HEADS, i % HEADS); });
    crew_.wait();
    const Number* left = room_.normed + first * NORMED_STRIDE;
    float* streams = room_.streams + first * STREAM_STRIDE;
    multiply(left, NORMED_STRIDE, rows, WIDTH, layer.merge, WIDTH, streams, STREAM_STRIDE, true);
    normalise(first, layer.merge_bias);
    multiply(left, NORMED_STRIDE, rows, WIDTH, layer.widen, hidden, room_.mixed, hidden + 4,
             false);
    Number* wide = reinterpret_cast<Number*>(room_.mixed + PLACES * (hidden + 4));
    const int chunks = hidden / 4;
    crew_.each(rows * chunks, [&](int i) {
      const int row = i / chunks, at = i % chunks * 4;
      Four found = *reinterpret_cast<const Four*>(room_.mixed + row * (hidden + 4) + at);
      add(found, layer.widen_bias, 0, at);
      Number* to = wide + row * (hidden + 8) + at;
      SYMPLEX_UNROLL
      for (int k = 0; k < 4; ++k) to[k] = narrowed<Number>(found.at[k] > 0 ? found.at[k] : 0);
    });
    crew_.wait();
    multiply(wide, hidden + 8, rows, hidden, layer.narrow, WIDTH, streams, STREAM_STRIDE, true);
  }

  SYMPLEX_DEVICE void attend(const LayerWeights<Number>& layer, std::size_t number, int r,
                             int head) {
    const Row& row = room_.rows[r];
    const int place = row.busy ? row.tree.position : 0;
    const float* mixed = room_.mixed + r * MIXED_STRIDE;
    Gathering of_node, of_slot;
    Asking node, slot;
    slot.read(mixed + ROWS * MIXED_STRIDE, layer.mix_bias, layer.relation, head);
    if (place) {
      Kept<Number>* kept =
          cache_ + ((number * std::size_t(length_)) * ROWS + std::size_t(r)) * HEADS + head;
      const std::uint8_t *to_node = choosing_.related(r, false),
                         *to_slot = choosing_.related(r, true);
      node.read(mixed, layer.mix_bias, layer.relation, head);
      const Kept<Number> newest = Kept<Number>::of(node);
      const int last = place - 1;
      kept[last * ROWS * HEADS] = newest;
      // Memory is far: what two nodes later is needed is asked for now.
      Kept<Number> now = last > 0 ? kept[0] : newest, next = last > 1 ? kept[ROWS * HEADS] : newest;
      for (int j = 0; j < place; ++j) {
        const Kept<Number> then = j + 2 < last ? kept[(j + 2) * ROWS * HEADS] : newest;
        float key[HEAD], value[HEAD];
        now.read(key, value);
        of_node.add(node.score(key, to_node[j]), value);
        of_slot.add(slot.score(key, to_slot[j]), value);
        now = next;
        next = then;
      }
    }
    of_slot.add(slot.score(slot.key, SELF), slot.value);
    write_gathered(of_node, room_.normed + r * NORMED_STRIDE, head);
    write_gathered(of_slot, room_.normed + (ROWS + r) * NORMED_STRIDE, head);
  }

};

}  // namespace symplex::gpu
