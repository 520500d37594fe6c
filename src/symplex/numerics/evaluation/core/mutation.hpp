// Random changes of trees: what evolution does with remembered candidates. The reference in Python
// (symplex.propose.candidates.mutation_reference) makes the same choices in the same order.
#pragma once

#include "mutator_settings.hpp"
#include "random.hpp"

namespace symplex {

// Makes one tree after the other; its memory is used again.
class Mutation {
 public:
  Mutation(const MutatorSettings& settings, const Forest& parents)
      : table_(settings.table), alphabet_(settings.alphabet), blocks_(settings.blocks),
        parents_(parents), max_length_(settings.max_length) {}

  // One attempt, added to the proposals unless it grew too long.
  void attempt(const Choices& choices, Proposals& to) {
    choices_ = choices;
    tree_.clear();
    bool random = parents_.size() == 0 || choices_.percent(5);
    if (random)
      random_tree();
    else if (!changed_parent())
      return;
    if (tree_.size() > max_length_) return;
    to.ids.insert(to.ids.end(), tree_.ids.begin(), tree_.ids.end());
    to.offsets.push_back(std::int64_t(to.ids.size()));
    for (std::size_t k = 0; k < tree_.size(); ++k)
      if (tree_.ids[k] == table_.constant()) to.constants.push_back(tree_.values[k]);
    to.is_random.push_back(random);
  }

 private:
  const TreeTable& table_;
  const Alphabet& alphabet_;
  const Forest& blocks_;
  const Forest& parents_;
  std::size_t max_length_;
  Choices choices_{0, 0, 0};
  Tree tree_, next_, part_;
  std::vector<std::uint8_t> present_;

  std::uint8_t any(const std::vector<std::uint8_t>& ids) { return ids[choices_.below(ids.size())]; }

  // A formula for each unknown.
  void random_tree() {
    if (alphabet_.root) tree_.push(*alphabet_.root);
    std::size_t formulas = alphabet_.root ? table_.arity(*alphabet_.root) : 1;
    for (std::size_t k = 0; k < formulas; ++k) small(tree_, 3);
  }

  // False where a tree grew past all bounds on its way.
  bool changed_parent() {
    append_tree(parents_, tree_);
    int moves = choices_.percent(70) ? 1 : 2;
    for (int k = 0; k < moves; ++k) {
      move();
      if (tree_.size() > MAX_NODES) return false;
    }
    return true;
  }

  // The weights are 3, 2, 3, 1, 2, 1.5, 2 and 2, in halves.
  void move() {
    std::size_t half = choices_.below(33);
    if (half < 6) return replace();
    if (half < 10) return point();
    if (half < 16) return wrap();
    if (half < 18) return hoist();
    if (half < 22) return cross();
    if (half < 25) return substitute_everywhere();
    if (half < 29) return combine();
    loosen();
  }

  void append_tree(const Forest& forest, Tree& to) {
    std::size_t i = choices_.below(forest.size());
    to.append(forest, std::size_t(forest.offsets[i]), std::size_t(forest.offsets[i + 1]));
  }

  // Appends a small random tree, or a building block of the problem.
  void small(Tree& to, int depth) {
    if (blocks_.size() > 0 && choices_.percent(25)) return append_tree(blocks_, to);
    std::size_t roll = depth == 0 ? 0 : choices_.below(100);
    bool unary = !alphabet_.unary.empty(), binary = !alphabet_.binary.empty();
    if (roll < 45 || !(unary || binary)) return leaf(to);
    bool one = unary && (roll < 70 || !binary);
    to.push(any(one ? alphabet_.unary : alphabet_.binary));
    small(to, depth - 1);
    if (!one) small(to, depth - 1);
  }

  void leaf(Tree& to) {
    bool slot = alphabet_.leaves.empty() || choices_.percent(30);
    to.push(slot ? table_.constant() : any(alphabet_.leaves));
  }

  // A position of a tree of `n` nodes, below the tuple if the root is one.
  std::size_t position(std::size_t n) {
    std::size_t first = alphabet_.root ? 1 : 0;
    return first + choices_.below(n - first);
  }
  std::size_t end(std::size_t start) const { return table_.end(tree_.ids.data(), start); }

  // The nodes from start to end give way to what `write` appends.
  template <class Write>
  void rewrite(std::size_t start, std::size_t end, Write write) {
    next_.clear();
    next_.append(tree_, 0, start);
    write(next_);
    next_.append(tree_, end, tree_.size());
    std::swap(tree_, next_);
  }

  // A subtree gives way to a small random one.
  void replace() {
    std::size_t start = position(tree_.size());
    rewrite(start, end(start), [&](Tree& to) { small(to, 2); });
  }

  // One token becomes another of the same arity.
  void point() {
    std::size_t start = position(tree_.size()), arity = table_.arity(tree_.ids[start]);
    if (arity == 0) return rewrite(start, start + 1, [&](Tree& to) { leaf(to); });
    const auto& pool = arity == 1 ? alphabet_.unary : alphabet_.binary;
    if (arity <= 2 && !pool.empty()) tree_.ids[start] = any(pool);
  }

  // A subtree becomes the argument of an operator.
  void wrap() {
    bool unary = !alphabet_.unary.empty(), binary = !alphabet_.binary.empty();
    if (!unary && !binary) return;
    std::size_t start = position(tree_.size()), stop = end(start);
    bool one = unary && (!binary || choices_.percent(40));
    rewrite(start, stop, [&](Tree& to) {
      to.push(any(one ? alphabet_.unary : alphabet_.binary));
      bool before = !one && choices_.percent(50);
      if (before) small(to, 1);
      to.append(tree_, start, stop);
      if (!one && !before) small(to, 1);
    });
  }

  // A subtree gives way to a part of itself.
  void hoist() {
    std::size_t start = position(tree_.size()), stop = end(start);
    std::size_t inner = start + choices_.below(stop - start);
    rewrite(start, stop, [&](Tree& to) { to.append(tree_, inner, end(inner)); });
  }

  // A subtree gives way to one of another parent.
  void cross() {
    part_.clear();
    append_tree(parents_, part_);
    std::size_t other = position(part_.size()), start = position(tree_.size());
    rewrite(start, end(start), [&](Tree& to) {
      to.append(part_, other, table_.end(part_.ids.data(), other));
    });
  }

  // Every occurrence of a leaf gives way to the same small tree.
  void substitute_everywhere() {
    present_.clear();
    for (std::uint8_t id : alphabet_.leaves)
      if (std::find(tree_.ids.begin(), tree_.ids.end(), id) != tree_.ids.end())
        present_.push_back(id);
    if (present_.empty()) return;
    std::uint8_t old = any(present_);
    part_.clear();
    shifted_leaf(part_);
    next_.clear();
    // Stopping early is no choice: what grew past all bounds is dropped.
    for (std::size_t k = 0; k < tree_.size() && next_.size() <= MAX_NODES; ++k) {
      if (tree_.ids[k] == old)
        next_.append(part_, 0, part_.size());
      else
        next_.append(tree_, k, k + 1);
    }
    std::swap(tree_, next_);
  }

  // Often a shift or a scaling of a leaf: the commonest substitutions of calculus.
  void shifted_leaf(Tree& to) {
    if (!alphabet_.plus || !alphabet_.times || choices_.percent(40)) return small(to, 1);
    if (choices_.percent(50)) {
      to.push(*alphabet_.plus);
      to.push(any(alphabet_.leaves));
    }
    to.push(*alphabet_.times);
    to.push(table_.constant());
    to.push(any(alphabet_.leaves));
  }

  // A sum or product of two parents, or of one and a small tree, with free coefficients.
  void combine() {
    if (!alphabet_.plus || !alphabet_.times || alphabet_.root) return;
    bool product = choices_.percent(30), crossed = choices_.percent(50);
    next_.clear();
    next_.push(product ? *alphabet_.times : *alphabet_.plus);
    next_.append(tree_, 0, tree_.size());
    if (!product) {
      next_.push(*alphabet_.times);
      next_.push(table_.constant());
    }
    if (crossed)
      append_tree(parents_, next_);
    else
      small(next_, 2);
    std::swap(tree_, next_);
  }

  // A subtree gets a free factor or a free summand.
  void loosen() {
    if (!alphabet_.plus || !alphabet_.times) return;
    std::size_t start = position(tree_.size()), stop = end(start);
    std::uint8_t sign = choices_.below(2) ? *alphabet_.times : *alphabet_.plus;
    rewrite(start, stop, [&](Tree& to) {
      to.push(sign);
      to.push(table_.constant());
      to.append(tree_, start, stop);
    });
  }
};

}  // namespace symplex
