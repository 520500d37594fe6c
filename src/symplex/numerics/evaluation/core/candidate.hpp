// From a candidate's tokens to one program for each group of points.
#pragma once

#include <vector>

#include "adjoint.hpp"
#include "problem.hpp"

namespace symplex {

// Applies operations to a stack of jets; serves candidates (jets) and residuals (jets of order 0).
class Machine {
 public:
  Machine(Builder& builder, const IndexSet& set)
      : jets_(builder, set), b_(builder), size_(set.size()), scratch_(set.size()) {}

  void clear() { stack_.clear(); }
  std::size_t depth() const { return stack_.size() / size_; }
  // The jet that lies `below` the top.
  const Value* at(std::size_t below) const {
    return stack_.data() + stack_.size() - (below + 1) * size_;
  }

  void push(Value value) {
    stack_.resize(stack_.size() + size_);
    jets_.leaf(value, top());
  }

  // Arguments are taken from the top: the first one lies highest.
  void apply(const Symbol& symbol) {
    switch (symbol.operation) {
      case Operation::COLUMN:
        stack_.resize(stack_.size() + size_);
        return jets_.variable(symbol.index, top());
      case Operation::NUMBER: return push(b_.literal(symbol.number));
      case Operation::TUPLE: return;
      default: break;
    }
    if (arity_of(symbol.operation) == 2) {
      binary(symbol.operation, at(0), at(1));
      stack_.resize(stack_.size() - size_);
    } else {
      unary(symbol, at(0));
    }
    std::copy(scratch_.begin(), scratch_.end(), top());
  }

 private:
  JetArithmetic jets_;
  Builder& b_;
  std::size_t size_;
  std::vector<Value> stack_, scratch_;

  Value* top() { return stack_.data() + stack_.size() - size_; }

  void binary(Operation operation, const Value* x, const Value* y) {
    Value* out = scratch_.data();
    switch (operation) {
      case Operation::ADD: return jets_.add(x, y, out);
      case Operation::SUBTRACT: return jets_.sub(x, y, out);
      case Operation::MULTIPLY: return jets_.mul(x, y, out);
      case Operation::DIVIDE: return jets_.div(x, y, out);
      case Operation::MAX: return jets_.extreme(Op::MAX, x, y, out);
      default: return jets_.extreme(Op::MIN, x, y, out);
    }
  }

  void unary(const Symbol& symbol, const Value* x) {
    Value* out = scratch_.data();
    switch (symbol.operation) {
      case Operation::NEGATE:
        for (std::size_t i = 0; i < size_; ++i) out[i] = b_.neg(x[i]);
        return;
      case Operation::POWER: return jets_.power(symbol.number, x, out);
      case Operation::RELU: {
        std::vector<Value> zero(size_);
        zero[0] = b_.literal(0);
        return jets_.extreme(Op::MAX, x, zero.data(), out);
      }
      case Operation::SIN: return jets_.unary(Op::SIN, x, out);
      case Operation::COS: return jets_.unary(Op::COS, x, out);
      case Operation::TAN: return jets_.unary(Op::TAN, x, out);
      case Operation::EXP: return jets_.unary(Op::EXP, x, out);
      case Operation::LOG: return jets_.unary(Op::LOG, x, out);
      case Operation::ABS: return jets_.unary(Op::ABS, x, out);
      case Operation::SIGN: return jets_.unary(Op::SIGN, x, out);
      case Operation::ERF: return jets_.unary(Op::ERF, x, out);
      case Operation::SINH: return jets_.unary(Op::SINH, x, out);
      case Operation::COSH: return jets_.unary(Op::COSH, x, out);
      case Operation::TANH: return jets_.unary(Op::TANH, x, out);
      case Operation::ASIN: return jets_.unary(Op::ASIN, x, out);
      case Operation::ACOS: return jets_.unary(Op::ACOS, x, out);
      default: return jets_.unary(Op::ATAN, x, out);
    }
  }
};

// Compiles candidates; keeps its memory between them, one per thread.
class Compiler {
 public:
  explicit Compiler(const Problem& problem) : problem_(problem) {
    machines_.reserve(problem.groups.size());
    for (const Group& group : problem.groups) machines_.emplace_back(builder_, group.set);
  }

  // False where the program would be too large. Jacobian columns only if `jacobian`.
  bool compile(std::size_t g, const std::uint8_t* ids, std::size_t n, std::size_t constants,
               bool jacobian, Program& out) {
    const Group& group = problem_.groups[g];
    builder_.clear();
    wanted_.clear();
    Machine& machine = machines_[g];
    machine.clear();
    std::size_t slot = constants;
    for (std::size_t i = n; i-- > 0;) {
      const Symbol& symbol = problem_.tokens[ids[i]];
      if (symbol.operation == Operation::CONSTANT)
        machine.push(Builder::constant(--slot));
      else
        machine.apply(symbol);
      if (builder_.overflow) return false;
    }
    for (std::size_t u = 0; u < problem_.unknowns; ++u) wanted_.checks.push_back(machine.at(u)[0]);
    jets_.clear();
    for (const Derivative& d : group.derivatives) {
      Value coefficient = machine.at(d.unknown)[d.position];
      jets_.push_back(builder_.scale(group.set.factorials[d.position], coefficient));
      wanted_.checks.push_back(coefficient);
    }
    for (const Residual& residual : group.residuals) wanted_.residuals.push_back(value(residual));
    if (jacobian) differentiate(constants);
    if (builder_.overflow) return false;
    scheduler_.schedule(builder_, wanted_, constants, out);
    return true;
  }

 private:
  const Problem& problem_;
  Builder builder_;
  std::vector<Machine> machines_;
  IndexSet plain_ = IndexSet::closure({}, 0);
  Machine residuals_{builder_, plain_};
  Adjoint adjoint_;
  Wanted wanted_;
  Scheduler scheduler_;
  std::vector<Value> jets_;

  Value value(const Residual& residual) {
    residuals_.clear();
    for (std::size_t i = residual.code.size(); i-- > 0;) {
      const Symbol& symbol = residual.code[i];
      if (symbol.operation == Operation::DERIVATIVE)
        residuals_.push(jets_[symbol.index]);
      else
        residuals_.apply(symbol);
    }
    return *residuals_.at(0);
  }

  void differentiate(std::size_t constants) {
    wanted_.columns.resize(wanted_.residuals.size() * constants);
    for (std::size_t e = 0; e < wanted_.residuals.size(); ++e)
      adjoint_.sweep(builder_, wanted_.residuals[e], constants, &wanted_.columns[e * constants]);
  }
};

}  // namespace symplex
