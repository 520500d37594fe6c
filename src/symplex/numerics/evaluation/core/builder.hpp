// Emits elementary operations, each once: equal operations on equal operands share one node
// (value numbering), and what is known while emitting is never computed while running.
// Knows nothing of jets, candidates or points.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "instruction.hpp"

namespace symplex {

// A value while a program is being built. ZERO is structural: it multiplies anything away, which
// the number 0 may not do (0*log(x) is undefined where log(x) is).
enum class Kind : std::uint32_t { ZERO = 0, LITERAL = 1, CONSTANT = 2, COLUMN = 3, NODE = 4 };

struct Value {
  std::uint32_t code = 0;
  static Value of(Kind kind, std::uint32_t index) {
    return {(static_cast<std::uint32_t>(kind) << 29) | index};
  }
  Kind kind() const { return static_cast<Kind>(code >> 29); }
  std::uint32_t index() const { return code & 0x1fffffffu; }
  bool zero() const { return code == 0; }
  bool operator==(Value other) const { return code == other.code; }
};

struct Node {
  Op op;
  bool uniform;  // the same at every point: made of literals and constants alone
  Value a, b, c;
  std::uint32_t depends;  // a bit for each constant that it depends on
};

double fold(Op op, double a, double b, double c);

class Builder {
 public:
  std::vector<Node> nodes;
  std::vector<double> literals;
  bool overflow = false;  // more nodes than MAX_NODES were asked for: the program is not usable

  static constexpr std::size_t MAX_NODES = 1u << 18;

  void clear() {
    nodes.clear();
    literals.clear();
    overflow = false;
    std::memset(table_.data(), 0, table_.size() * sizeof(std::uint32_t));
  }

  Value literal(double value) {
    for (std::size_t i = 0; i < literals.size(); ++i)
      if (std::memcmp(&literals[i], &value, sizeof value) == 0)
        return Value::of(Kind::LITERAL, static_cast<std::uint32_t>(i));
    literals.push_back(value);
    return Value::of(Kind::LITERAL, static_cast<std::uint32_t>(literals.size() - 1));
  }
  static Value constant(std::uint32_t i) { return Value::of(Kind::CONSTANT, i); }
  static Value column(std::uint32_t i) { return Value::of(Kind::COLUMN, i); }

  Value neg(Value a) {
    if (a.zero()) return a;
    if (a.kind() == Kind::NODE && nodes[a.index()].op == Op::NEG) return nodes[a.index()].a;
    return emit(Op::NEG, a);
  }
  Value add(Value a, Value b) {
    if (a.zero()) return b;
    if (b.zero()) return a;
    if (negated(b)) return sub(a, nodes[b.index()].a);
    if (negated(a)) return sub(b, nodes[a.index()].a);
    return emit(Op::ADD, std::min(a, b, before), std::max(a, b, before));
  }
  Value sub(Value a, Value b) {
    if (b.zero()) return a;
    if (a.zero()) return neg(b);
    if (negated(b)) return add(a, nodes[b.index()].a);
    return emit(Op::SUB, a, b);
  }
  Value mul(Value a, Value b) {
    if (a.zero() || b.zero()) return {};
    if (is(a, 1)) return b;
    if (is(b, 1)) return a;
    if (is(a, -1)) return neg(b);
    if (is(b, -1)) return neg(a);
    return emit(Op::MUL, std::min(a, b, before), std::max(a, b, before));
  }
  Value scale(double k, Value a) { return a.zero() ? a : mul(literal(k), a); }
  // a*b + c
  Value fma(Value a, Value b, Value c) {
    if (a.zero() || b.zero()) return c;
    if (c.zero()) return mul(a, b);
    if (is(a, 1)) return add(b, c);
    if (is(b, 1)) return add(a, c);
    if (is(a, -1)) return sub(c, b);
    if (is(b, -1)) return sub(c, a);
    return emit(Op::FMA, std::min(a, b, before), std::max(a, b, before), c);
  }
  // c - a*b
  Value fnma(Value a, Value b, Value c) {
    if (a.zero() || b.zero()) return c;
    if (c.zero()) return neg(mul(a, b));
    if (is(a, 1)) return sub(c, b);
    if (is(b, 1)) return sub(c, a);
    return emit(Op::FNMA, std::min(a, b, before), std::max(a, b, before), c);
  }
  Value div(Value a, Value b) {
    if (is(b, 1)) return a;
    return emit(Op::DIV, solid(a), solid(b));
  }
  Value inverse(Value a) { return div(literal(1), a); }
  Value pow(Value a, double exponent) { return emit(Op::POW, solid(a), literal(exponent)); }
  Value max(Value a, Value b) { return emit(Op::MAX, solid(a), solid(b)); }
  Value min(Value a, Value b) { return emit(Op::MIN, solid(a), solid(b)); }
  Value select(Value a, Value b, Value c) {
    if (b.zero() && c.zero()) return {};
    return emit(Op::SELECT, solid(a), solid(b), solid(c));
  }
  Value gate(Value a, Value b) {
    if (a.zero() || b.zero()) return {};
    if (is(b, 1)) return a;
    return emit(Op::GATE, a, b);
  }
  Value unary(Op op, Value a) { return emit(op, solid(a)); }

  std::uint32_t depends(Value v) const {
    if (v.kind() == Kind::CONSTANT) return 1u << v.index();
    return v.kind() == Kind::NODE ? nodes[v.index()].depends : 0u;
  }
  bool uniform(Value v) const {
    return v.kind() == Kind::NODE ? nodes[v.index()].uniform : v.kind() != Kind::COLUMN;
  }
  bool is(Value v, double x) const { return v.kind() == Kind::LITERAL && literals[v.index()] == x; }

 private:
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(512, 0);

  static bool before(Value x, Value y) { return x.code < y.code; }
  bool negated(Value v) const { return v.kind() == Kind::NODE && nodes[v.index()].op == Op::NEG; }
  // A structural zero where an operation needs a number.
  Value solid(Value v) { return v.zero() ? literal(0.0) : v; }
  double number(Value v) const { return v.kind() == Kind::LITERAL ? literals[v.index()] : 0.0; }

  static bool known(Value v) { return v.zero() || v.kind() == Kind::LITERAL; }

  static std::uint32_t mix(Op op, Value a, Value b, Value c) {
    std::uint64_t h = (std::uint64_t{a.code} << 32 | b.code) * 0x9e3779b97f4a7c15ull;
    h ^= (std::uint64_t{c.code} << 8 | static_cast<std::uint8_t>(op)) * 0xc2b2ae3d27d4eb4full;
    return static_cast<std::uint32_t>((h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ull >> 32);
  }

  Value emit(Op op, Value a, Value b = {}, Value c = {}) {
    if (known(a) && known(b) && known(c)) return literal(fold(op, number(a), number(b), number(c)));
    std::uint32_t mask = static_cast<std::uint32_t>(table_.size() - 1);
    std::uint32_t slot = mix(op, a, b, c) & mask;
    for (; table_[slot] != 0; slot = (slot + 1) & mask) {
      const Node& seen = nodes[table_[slot] - 1];
      if (seen.op == op && seen.a == a && seen.b == b && seen.c == c)
        return Value::of(Kind::NODE, table_[slot] - 1);
    }
    if (nodes.size() >= MAX_NODES) {
      overflow = true;
      return literal(0.0);
    }
    nodes.push_back({op, uniform(a) && uniform(b) && uniform(c), a, b, c,
                     depends(a) | depends(b) | depends(c)});
    table_[slot] = static_cast<std::uint32_t>(nodes.size());
    if (nodes.size() * 2 > table_.size()) grow();
    return Value::of(Kind::NODE, static_cast<std::uint32_t>(nodes.size() - 1));
  }

  void grow() {
    table_.assign(table_.size() * 4, 0);
    std::uint32_t mask = static_cast<std::uint32_t>(table_.size() - 1);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      std::uint32_t slot = mix(nodes[i].op, nodes[i].a, nodes[i].b, nodes[i].c) & mask;
      while (table_[slot] != 0) slot = (slot + 1) & mask;
      table_[slot] = i + 1;
    }
  }
};

}  // namespace symplex
