// The derivative of one value by every constant: a reverse sweep over the nodes that emits nodes.
// Points are independent, so the sweep is never summed and its results are the Jacobian's columns.
// What the jets have computed already (the cosine of a sine) is found again by value numbering.
#pragma once

#include <vector>

#include "builder.hpp"
#include "series.hpp"

namespace symplex {

class Adjoint {
 public:
  // Writes d(value)/d(constant j) to columns[j] for j < constants.
  void sweep(Builder& b, Value value, std::size_t constants, Value* columns) {
    columns_ = columns;
    std::fill(columns, columns + constants, Value{});
    if (b.depends(value) == 0) return;
    if (value.kind() == Kind::CONSTANT) {
      columns[value.index()] = b.literal(1);
      return;
    }
    bar_.assign(value.index() + 1, Value{});
    bar_[value.index()] = b.literal(1);
    for (std::size_t i = value.index() + 1; i-- > 0;)
      if (!bar_[i].zero()) spread(b, b.nodes[i], Value::of(Kind::NODE, std::uint32_t(i)), bar_[i]);
  }

 private:
  std::vector<Value> bar_;
  Value* columns_ = nullptr;

  static bool active(const Builder& b, Value v) { return b.depends(v) != 0; }

  Value& bar(Value v) { return v.kind() == Kind::CONSTANT ? columns_[v.index()] : bar_[v.index()]; }
  void give(Builder& b, Value to, Value amount) { bar(to) = b.add(bar(to), amount); }

  // `n` by value: emitting may move the nodes.
  void spread(Builder& b, Node n, Value self, Value bar_self) {
    if (n.op < Op::UNARY_END) return spread_unary(b, n, self, bar_self);
    Value zero = b.literal(0);
    switch (n.op) {
      case Op::ADD:
        if (active(b, n.a)) give(b, n.a, bar_self);
        if (active(b, n.b)) give(b, n.b, bar_self);
        break;
      case Op::SUB:
        if (active(b, n.a)) give(b, n.a, bar_self);
        if (active(b, n.b)) bar(n.b) = b.sub(bar(n.b), bar_self);
        break;
      case Op::MUL:
      case Op::FMA:
        if (active(b, n.a)) bar(n.a) = b.fma(bar_self, n.b, bar(n.a));
        if (active(b, n.b)) bar(n.b) = b.fma(bar_self, n.a, bar(n.b));
        if (active(b, n.c)) give(b, n.c, bar_self);
        break;
      case Op::GATE:
        if (active(b, n.a)) bar(n.a) = b.fma(bar_self, n.b, bar(n.a));
        if (active(b, n.b)) give(b, n.b, b.gate(n.a, bar_self));
        break;
      case Op::FNMA:
        if (active(b, n.a)) bar(n.a) = b.fnma(bar_self, n.b, bar(n.a));
        if (active(b, n.b)) bar(n.b) = b.fnma(bar_self, n.a, bar(n.b));
        if (active(b, n.c)) give(b, n.c, bar_self);
        break;
      case Op::DIV: {
        Value share = b.mul(bar_self, b.inverse(n.b));
        if (active(b, n.a)) give(b, n.a, share);
        if (active(b, n.b)) bar(n.b) = b.fnma(share, self, bar(n.b));
        break;
      }
      case Op::POW: {
        double p = b.literals[n.b.index()];
        give(b, n.a, b.mul(bar_self, b.scale(p, real_power(b, n.a, p - 1))));
        break;
      }
      case Op::MAX:
      case Op::MIN: {
        Value gap = n.op == Op::MAX ? b.sub(n.a, n.b) : b.sub(n.b, n.a);
        if (active(b, n.a)) give(b, n.a, b.select(gap, bar_self, zero));
        if (active(b, n.b)) give(b, n.b, b.select(gap, zero, bar_self));
        break;
      }
      case Op::SELECT:
        if (active(b, n.b)) give(b, n.b, b.select(n.a, bar_self, zero));
        if (active(b, n.c)) give(b, n.c, b.select(n.a, zero, bar_self));
        break;
      default: break;
    }
  }

  void spread_unary(Builder& b, const Node& n, Value self, Value bar_self) {
    Value f[2] = {self, {}};
    series(b, n.op, n.a, 1, f);
    if (!f[1].zero()) bar(n.a) = b.fma(bar_self, f[1], bar(n.a));
  }
};

}  // namespace symplex
