// Carries errors of scored trees back to the weights. Every sum runs in a fixed order, so the
// gradient depends neither on threads nor on chunks.
#pragma once

#include "scoring.hpp"

namespace symplex {

class Training : public Scoring {
 public:
  using Scoring::Scoring;

  // The gradients, in the order: token, parent, sibling, depth, hole; for each layer weights and
  // biases of query, keys and values, merge, widen and narrow, then the relations; the output.
  std::vector<Floats> backward(const double* of_log_probs, const double* of_entropies) {
    Team team(threads_);
    team_ = &team;
    error_.assign(2 * rows_ * net_.width, 0.0f);
    std::vector<Floats> last = output_back(of_log_probs, of_entropies), layers;
    for (std::size_t number = net_.layers.size(); number-- > 0;) {
      std::vector<Floats> found = layer_back(number);
      layers.insert(layers.begin(), found.begin(), found.end());
    }
    std::vector<Floats> all = embed_back();
    all.insert(all.end(), layers.begin(), layers.end());
    all.insert(all.end(), last.begin(), last.end());
    return all;
  }

 private:
  Floats error_;  // of the streams, on the way back

  // Weights and biases of a layer from the errors of its outputs, rows [begin, end).
  void weights_back(const Floats& errors, std::size_t stride, const Floats& inputs, std::size_t in,
                    std::size_t out, std::size_t begin, std::size_t end,
                    std::vector<Floats>& found) {
    Floats weights(out * in), bias(out);
    constexpr std::size_t SIZE = 4 * OUTER_BLOCK;
    team_->each((out + SIZE - 1) / SIZE, [&](std::size_t, std::size_t item) {
      outer(errors.data() + begin * stride, stride, inputs.data() + begin * in, in, end - begin,
            item * SIZE, std::min(out, (item + 1) * SIZE), weights.data(), bias.data());
    });
    found.push_back(std::move(weights));
    found.push_back(std::move(bias));
  }

  std::vector<Floats> output_back(const double* of_log_probs, const double* of_entropies) {
    std::size_t size = net_.output.outputs(), width = net_.width;
    Floats errors(rows_ * size), whole(rows_), mixed(rows_), normed_error(rows_ * width);
    for (std::size_t t = 0; t < this->size(); ++t)
      for (std::size_t c = trie_.offsets[t]; c < trie_.offsets[t + 1]; ++c) {
        const Choice& made = trie_.choices[c];
        mixed[made.prefix] += float(of_entropies[t] / double(length(t)));
        if (!made.is_legal) continue;
        errors[made.prefix * size + made.token] += float(of_log_probs[t]);
        whole[made.prefix] += float(of_log_probs[t]);
      }
    Linear back = transposed(net_.output, net_.vocabulary);
    each_row(0, rows_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r)
        for (std::size_t id = 0; id < net_.vocabulary; ++id) {
          float chance = chances_[r * size + id];
          if (!(chance > 0)) continue;
          float above = std::log(chance) + float(spread_[r]);
          errors[r * size + id] -= chance * (whole[r] + mixed[r] * above);
        }
      back.apply(Then::WRITE, &errors[begin * size], size, end - begin,
                 &normed_error[begin * width], width);
      for (std::size_t r = begin; r < end; ++r)
        normalise_back(&normed_error[r * width], &normed_[r * width], scale_[r], width,
                       &error_[(rows_ + r) * width]);
    });
    std::vector<Floats> found;
    weights_back(errors, size, normed_, width, net_.vocabulary, 0, rows_, found);
    return found;
  }

  std::vector<Floats> layer_back(std::size_t number) {
    const Layer& layer = net_.layers[number];
    Kept& kept = kept_[number];
    std::size_t width = net_.width, hidden = net_.hidden, first = asking(number), all = 2 * rows_;
    Floats of_hidden(all * hidden), of_normed(all * width), of_gathered(all * width);
    std::vector<Floats> merge, widen, narrow, found;
    Linear from_narrow = transposed(layer.narrow, width), from_widen = transposed(layer.widen, hidden);
    Linear from_merge = transposed(layer.merge, width);
    each_row(first, all, [&](std::size_t begin, std::size_t end) {
      std::size_t at = begin * width, wide = begin * hidden, count = end - begin;
      from_narrow.apply(Then::WRITE, &error_[at], width, count, &of_hidden[wide], hidden);
      for (std::size_t i = wide; i < end * hidden; ++i)
        of_hidden[i] = kept.hidden[i] > 0 ? of_hidden[i] : 0.0f;
      from_widen.apply(Then::WRITE, &of_hidden[wide], hidden, count, &of_normed[at], width);
    });
    weights_back(error_, width, kept.hidden, hidden, width, first, all, narrow);
    weights_back(of_hidden, hidden, kept.normed2, width, hidden, first, all, widen);
    each_row(first, all, [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r)
        normalise_back(&of_normed[r * width], &kept.normed2[r * width], kept.scale2[r], width,
                       &error_[r * width]);
      from_merge.apply(Then::WRITE, &error_[begin * width], width, end - begin,
                       &of_gathered[begin * width], width);
    });
    weights_back(error_, width, kept.gathered, width, width, first, all, merge);
    Floats relation = attention_back(number, of_gathered, found);
    for (auto* part : {&merge, &widen, &narrow}) found.insert(found.end(), part->begin(), part->end());
    found.push_back(std::move(relation));
    return found;
  }

  // Adds to the errors of the streams; gives the gradients of query, keys and values, and returns
  // that of the relations.
  Floats attention_back(std::size_t number, const Floats& of_gathered, std::vector<Floats>& found) {
    const Layer& layer = net_.layers[number];
    Kept& kept = kept_[number];
    std::size_t width = net_.width, first = asking(number), all = 2 * rows_;
    Floats of_query(all * width), of_keys(all * 2 * width), relation(RELATIONS * width);
    std::vector<Heads> of_scores(seen_.back());
    each_row(first, all, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        scores_back(layer, kept, row, &of_gathered[row * width], &of_scores[seen_[row]],
                    &of_query[row * width]);
    });
    // By pairs of features: each sum over rows belongs to one member of the team.
    team_->each((net_.head_width() + 1) / 2, [&](std::size_t, std::size_t pair) {
      for (std::size_t row = first; row < all; ++row)
        keys_back(kept, row, &of_gathered[row * width], &of_scores[seen_[row]], pair * 2 * HEADS,
                  of_keys, relation);
    });
    Linear from_query = transposed(layer.query, width), from_keys = transposed(layer.key_value, 2 * width);
    each_row(0, all, [&](std::size_t begin, std::size_t end) {
      Floats normed(( end - begin) * width);
      from_query.apply(Then::WRITE, &of_query[begin * width], width, end - begin, normed.data(), width);
      from_keys.apply(Then::ADD, &of_keys[begin * 2 * width], 2 * width, end - begin, normed.data(),
                      width);
      for (std::size_t r = begin; r < end; ++r)
        normalise_back(&normed[(r - begin) * width], &kept.normed[r * width], kept.scale[r], width,
                       &error_[r * width]);
    });
    weights_back(of_query, width, kept.normed, width, width, first, all, found);
    weights_back(of_keys, 2 * width, kept.normed, width, 2 * width, 0, all, found);
    return relation;
  }

  void scores_back(const Layer& layer, const Kept& kept, std::size_t row, const float* of_gathered,
                   Heads* of_scores, float* of_query) const {
    std::size_t width = net_.width;
    const Heads* weights = &kept.weights[seen_[row]];
    const std::uint8_t* related = relations(row);
    Heads along{};
    for (std::size_t j = 0; j < reach(row); ++j) {
      const float* value = &kept.keys[seen(row, j) * 2 * width + width];
      Heads sum{};
      for (std::size_t d = 0; d < width; d += HEADS)
        sum += load<Heads>(of_gathered + d) * load<Heads>(value + d);
      of_scores[j] = sum;
      along += weights[j] * sum;
    }
    for (std::size_t j = 0; j < reach(row); ++j) {
      of_scores[j] = weights[j] * (of_scores[j] - along);
      const float* key = &kept.keys[seen(row, j) * 2 * width];
      const float* relation = &layer.relation[related[j] * width];
      for (std::size_t d = 0; d < width; d += HEADS)
        store(load<Heads>(of_query + d) +
                  of_scores[j] * (load<Heads>(key + d) + load<Heads>(relation + d)),
              of_query + d);
    }
  }

  void keys_back(const Kept& kept, std::size_t row, const float* of_gathered,
                 const Heads* of_scores, std::size_t begin, Floats& of_keys,
                 Floats& relation) const {
    std::size_t width = net_.width, end = std::min(width, begin + 2 * HEADS);
    const Heads* weights = &kept.weights[seen_[row]];
    const std::uint8_t* related = relations(row);
    for (std::size_t j = 0; j < reach(row); ++j) {
      float* key = &of_keys[seen(row, j) * 2 * width];
      float* of_relation = &relation[related[j] * width];
      for (std::size_t d = begin; d < end; d += HEADS) {
        Heads gain = of_scores[j] * load<Heads>(&kept.query[row * width + d]);
        store(load<Heads>(key + d) + gain, key + d);
        store(load<Heads>(of_relation + d) + gain, of_relation + d);
        Heads value = weights[j] * load<Heads>(of_gathered + d);
        store(load<Heads>(key + width + d) + value, key + width + d);
      }
    }
  }

  std::vector<Floats> embed_back() const {
    std::size_t width = net_.width;
    Floats token(net_.token.size()), parent(net_.parent.size()), sibling(net_.sibling.size());
    Floats depth(net_.depth.size()), hole(width);
    for (std::size_t r = 0; r < rows_; ++r) {
      const PartialTree& tree = trie_.prefixes[r].tree;
      const float* slot = &error_[(rows_ + r) * width];
      float* slots[] = {&parent[above(tree) * width], &sibling[beside(tree) * width],
                        &depth[deep(tree) * width], hole.data()};
      for (float* to : slots)
        for (std::size_t i = 0; i < width; ++i) to[i] += slot[i];
      if (!tree.position) continue;
      float* to = &token[trie_.prefixes[r].token * width];
      for (std::size_t i = 0; i < width; ++i) to[i] += error_[r * width + i];
    }
    return {token, parent, sibling, depth, hole};
  }
};

}  // namespace symplex
