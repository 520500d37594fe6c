// From nodes to instructions: what is needed, in which phase, in which register.
// Phases: FREE of constants (once per fit), LOSS (every evaluation), JACOBIAN (accepted steps).
#pragma once

#include <cstdlib>
#include <new>
#include <vector>

#include "builder.hpp"
#include "lanes.hpp"

namespace symplex {

// Memory that only grows, aligned for vectors; what it holds is not kept when it grows.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept : at_(other.at_), size_(other.size_) {
    other.at_ = nullptr;
    other.size_ = 0;
  }
  ~Buffer() { std::free(at_); }

  double* reserve(std::size_t doubles) {
    if (doubles <= size_) return at_;
    std::free(at_);
    size_ = 0;
    at_ = static_cast<double*>(std::aligned_alloc(64, (doubles * sizeof(double) + 63) / 64 * 64));
    if (!at_) throw std::bad_alloc();
    size_ = doubles;
    return at_;
  }
  double* data() const { return at_; }

 private:
  double* at_ = nullptr;
  std::size_t size_ = 0;
};

enum Phase { FREE = 0, LOSS = 1, JACOBIAN = 2, PHASES = 3 };

// What a program must leave behind; all in the builder's terms.
struct Wanted {
  std::vector<Value> residuals;  // one for each equation
  std::vector<Value> checks;     // must be finite
  std::vector<Value> columns;    // the Jacobian, by equation, then constant
  void clear() {
    residuals.clear();
    checks.clear();
    columns.clear();
  }
};

struct Program {
  std::vector<Instruction> uniform[PHASES], lanes[PHASES];
  std::vector<double> literals;  // the first scalars; constants follow, then uniform nodes
  std::size_t constants = 0, scalars = 0, registers = 0;
  std::vector<Operand> residuals, columns;
  std::vector<Operand> checks[2];  // those that FREE computes, those that LOSS computes
  std::vector<std::uint32_t> column_depends;
};

// Keeps its memory from candidate to candidate.
class Scheduler {
 public:
  void schedule(Builder& b, const Wanted& wanted, std::size_t constants, Program& out) {
    b.literal(0.0);  // a structural zero that is asked for becomes this number
    mark(b, wanted);
    order(b);
    out.constants = constants;
    out.literals = b.literals;
    assign(b, wanted, out);
    emit(b, out);
    auto place = [&](const std::vector<Value>& values, std::vector<Operand>& to) {
      to.clear();
      for (Value v : values) to.push_back(locate(b, out, v));
    };
    place(wanted.residuals, out.residuals);
    place(wanted.columns, out.columns);
    out.column_depends.clear();
    for (Value v : wanted.columns) out.column_depends.push_back(b.depends(v));
    out.checks[FREE].clear();
    out.checks[LOSS].clear();
    for (Value v : wanted.checks)
      if (v.kind() == Kind::NODE || v.kind() == Kind::CONSTANT || v.kind() == Kind::LITERAL)
        out.checks[b.depends(v) ? LOSS : FREE].push_back(locate(b, out, v));
  }

 private:
  static constexpr std::uint32_t NEVER = 0xffffffffu;
  std::vector<std::uint8_t> phase_;  // PHASES where a node is not needed
  std::vector<std::uint32_t> sequence_, last_, slot_, spare_;

  void mark(const Builder& b, const Wanted& wanted) {
    phase_.assign(b.nodes.size(), PHASES);
    auto want = [&](Value v, std::uint8_t phase) {
      if (v.kind() == Kind::NODE) phase_[v.index()] = std::min(phase_[v.index()], phase);
    };
    for (Value v : wanted.residuals) want(v, LOSS);
    for (Value v : wanted.checks) want(v, LOSS);
    for (Value v : wanted.columns) want(v, JACOBIAN);
    for (std::size_t i = b.nodes.size(); i-- > 0;) {
      if (phase_[i] == PHASES) continue;
      const Node& n = b.nodes[i];
      for (Value v : {n.a, n.b, n.c}) want(v, phase_[i]);
      if (n.depends == 0) phase_[i] = FREE;
    }
  }

  void order(const Builder& b) {
    sequence_.clear();
    for (std::uint8_t phase = 0; phase < PHASES; ++phase)
      for (std::uint32_t i = 0; i < b.nodes.size(); ++i)
        if (phase_[i] == phase) sequence_.push_back(i);
  }

  // The position in the sequence after which a register may be used again. What FREE leaves for
  // later phases and what is asked for stays for good.
  void lifetimes(const Builder& b, const Wanted& wanted) {
    last_.assign(b.nodes.size(), 0);
    for (std::uint32_t at = 0; at < sequence_.size(); ++at) {
      const Node& n = b.nodes[sequence_[at]];
      for (Value v : {n.a, n.b, n.c}) {
        if (v.kind() != Kind::NODE) continue;
        bool kept = phase_[v.index()] == FREE && phase_[sequence_[at]] != FREE;
        last_[v.index()] = kept ? NEVER : std::max(last_[v.index()], at);
      }
    }
    for (const auto* group : {&wanted.residuals, &wanted.checks, &wanted.columns})
      for (Value v : *group)
        if (v.kind() == Kind::NODE) last_[v.index()] = NEVER;
  }

  void assign(const Builder& b, const Wanted& wanted, Program& out) {
    lifetimes(b, wanted);
    slot_.assign(b.nodes.size(), 0);
    spare_.clear();
    out.registers = 0;
    out.scalars = b.literals.size() + out.constants;
    for (std::uint32_t at = 0; at < sequence_.size(); ++at) {
      std::uint32_t i = sequence_[at];
      const Node& n = b.nodes[i];
      if (n.uniform) {
        slot_[i] = static_cast<std::uint32_t>(out.scalars++);
        continue;
      }
      release(b, n, at);
      if (spare_.empty()) {
        slot_[i] = static_cast<std::uint32_t>(out.registers++);
      } else {
        slot_[i] = spare_.back();
        spare_.pop_back();
      }
    }
  }

  // Operands read for the last time: an instruction may write where it reads.
  void release(const Builder& b, const Node& n, std::uint32_t at) {
    Value seen[3] = {n.a, n.b, n.c};
    for (int k = 0; k < 3; ++k) {
      Value v = seen[k];
      bool again = (k > 0 && v == seen[0]) || (k > 1 && v == seen[1]);
      if (again || v.kind() != Kind::NODE || b.nodes[v.index()].uniform) continue;
      if (last_[v.index()] == at) spare_.push_back(slot_[v.index()]);
    }
  }

  Operand locate(const Builder& b, const Program& out, Value v) const {
    switch (v.kind()) {
      case Kind::LITERAL: return operand(Space::SCALAR, v.index());
      case Kind::CONSTANT:
        return operand(Space::SCALAR, static_cast<std::uint32_t>(out.literals.size()) + v.index());
      case Kind::COLUMN: return operand(Space::COLUMN, v.index());
      case Kind::NODE:
        return operand(b.nodes[v.index()].uniform ? Space::SCALAR : Space::REGISTER,
                       slot_[v.index()]);
      default: break;
    }
    std::uint32_t zero = 0;  // literal(0.0) was made in schedule()
    while (out.literals[zero] != 0.0 || std::signbit(out.literals[zero])) ++zero;
    return operand(Space::SCALAR, zero);
  }

  void emit(const Builder& b, Program& out) {
    for (int phase = 0; phase < PHASES; ++phase) {
      out.uniform[phase].clear();
      out.lanes[phase].clear();
    }
    for (std::uint32_t i : sequence_) {
      const Node& n = b.nodes[i];
      Operand to = locate(b, out, Value::of(Kind::NODE, i)), a = locate(b, out, n.a);
      Instruction made{n.op, to, a, n.b.zero() ? a : locate(b, out, n.b),
                       n.c.zero() ? a : locate(b, out, n.c)};
      (n.uniform ? out.uniform : out.lanes)[phase_[i]].push_back(made);
    }
  }
};

}  // namespace symplex
