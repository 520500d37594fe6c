// One compiled candidate on all points: its loss, its residuals, its normal equations.
// Owns the registers. Non-finite anywhere (a formula, a needed derivative, a residual) makes the
// loss infinite and nothing else.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "candidate.hpp"

namespace symplex {

constexpr double INFINITE = std::numeric_limits<double>::infinity();

// A sum over lanes in one fixed order.
inline double total(Lanes v) {
  double sum = 0;
  for (int i = 0; i < WIDTH; ++i) sum += v[i];
  return sum;
}

class Evaluation {
 public:
  explicit Evaluation(const Problem& problem)
      : problem_(problem), compiler_(problem), parts_(problem.groups.size()) {}

  std::size_t constants() const { return constants_; }

  Status prepare(const std::uint8_t* ids, std::size_t n, bool jacobian) {
    Status status = examine(problem_.tokens.data(), problem_.tokens.size(), problem_.unknowns, ids,
                            n, &constants_);
    if (status != Status::FITTED) return status;
    std::size_t doubles = 0;
    for (std::size_t g = 0; g < parts_.size(); ++g) {
      Part& part = parts_[g];
      const Group& group = problem_.groups[g];
      if (!compiler_.compile(g, ids, n, constants_, jacobian && constants_ > 0, part.program))
        return Status::TOO_LARGE;
      part.ready.assign(group.blocks, 0);
      part.block = part.program.registers * group.lanes;
      doubles += part.block * group.blocks;
    }
    keep_ = doubles <= MAX_KEPT;
    hopeless_ = false;
    for (std::size_t g = 0; g < parts_.size(); ++g) begin(parts_[g], problem_.groups[g]);
    return Status::FITTED;
  }

  // The loss; infinite as soon as it is known to be `bound` or more. Conditions come first.
  double loss(const double* constants, double bound) {
    double sum = 0;
    if (hopeless_) return INFINITE;
    for (std::size_t g : problem_.cheapest_first) {
      set(parts_[g], constants);
      for (std::size_t k = 0; k < problem_.groups[g].blocks; ++k) {
        sum += block_loss(parts_[g], problem_.groups[g], k);
        if (!(sum < bound)) return INFINITE;
      }
    }
    return sum;
  }

  // J'WJ (rows of `constants()`) and J'Wr where loss() last was finite. A derivative by a constant
  // that is not finite counts as 0: where the loss is finite, that is its limit (0*inf at t = 0)
  // or says nothing, and a bad step is refused by its loss.
  void normal_equations(double* matrix, double* vector) {
    std::size_t m = constants_;
    std::fill(matrix, matrix + m * m, 0.0);
    std::fill(vector, vector + m, 0.0);
    for (std::size_t g : problem_.cheapest_first) {
      const Group& group = problem_.groups[g];
      Part& part = parts_[g];
      run_uniform(part, JACOBIAN);
      for (std::size_t k = 0; k < group.blocks; ++k) {
        Frame frame = frame_of(part, group, k);
        if (!keep_) execute(part, group, frame, k);
        run_lanes(part, JACOBIAN, frame, group.vectors());
        for (std::size_t e = 0; e < group.residuals.size(); ++e)
          accumulate(part, group, frame, k, e, matrix, vector);
      }
    }
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < i; ++j) matrix[j * m + i] = matrix[i * m + j];
  }

  // Whether residuals are affine in the constants: every column of the Jacobian is free of them.
  bool affine() const {
    for (const Part& part : parts_)
      for (std::uint32_t depends : part.program.column_depends)
        if (depends) return false;
    return true;
  }

  // Unweighted residuals by group, residual, point; then, if asked for, their derivatives by each
  // constant in as many rows of `problem.rows` more. As computed: nothing is made finite.
  void residuals(const double* constants, bool jacobian, double* to) {
    std::size_t row = 0;
    for (std::size_t g = 0; g < parts_.size(); ++g) {
      const Group& group = problem_.groups[g];
      Part& part = parts_[g];
      set(part, constants);
      if (jacobian) run_uniform(part, JACOBIAN);
      for (std::size_t k = 0; k < group.blocks; ++k) {
        Frame frame = frame_of(part, group, k);
        execute(part, group, frame, k);
        if (jacobian) run_lanes(part, JACOBIAN, frame, group.vectors());
        for (std::size_t e = 0; e < group.residuals.size(); ++e) {
          std::size_t at = row + e * group.points + k * group.lanes;
          copy(frame, part.program.residuals[e], group, k, to + at);
          for (std::size_t j = 0; jacobian && j < constants_; ++j)
            copy(frame, part.program.columns[e * constants_ + j], group, k,
                 to + (j + 1) * problem_.rows + at);
        }
      }
      row += group.points * group.residuals.size();
    }
  }

 private:
  // Above this many doubles (8 MB) registers are not kept between phases but computed again.
  static constexpr std::size_t MAX_KEPT = 1u << 20;

  struct Part {
    Program program;
    Buffer registers, scalars;
    std::vector<std::uint8_t> ready;  // whether FREE has run on a block
    std::size_t block = 0;
  };

  const Problem& problem_;
  Compiler compiler_;
  std::vector<Part> parts_;
  Buffer scratch_;
  std::size_t constants_ = 0;
  bool keep_ = true;
  bool hopeless_ = false;  // not finite whatever the constants are

  void begin(Part& part, const Group& group) {
    part.registers.reserve(part.block * (keep_ ? group.blocks : 1) + 8);
    double* scalars = part.scalars.reserve(part.program.scalars * WIDTH);
    for (std::size_t i = 0; i < part.program.literals.size(); ++i)
      std::fill(scalars + i * WIDTH, scalars + (i + 1) * WIDTH, part.program.literals[i]);
    run_uniform(part, FREE);
  }

  void set(Part& part, const double* constants) {
    double* to = part.scalars.data() + part.program.literals.size() * WIDTH;
    for (std::size_t j = 0; j < part.program.constants; ++j)
      std::fill(to + j * WIDTH, to + (j + 1) * WIDTH, constants[j]);
    run_uniform(part, LOSS);
  }

  Frame frame_of(const Part& part, const Group& group, std::size_t k) const {
    return {{part.registers.data() + (keep_ ? k * part.block : 0),
             group.data.data() + k * group.columns * group.lanes, part.scalars.data()},
            {group.lanes, group.lanes, WIDTH}};
  }

  static void run_uniform(const Part& part, Phase phase) {
    double* at = part.scalars.data();
    Frame frame{{at, at, at}, {WIDTH, WIDTH, WIDTH}};
    const auto& code = part.program.uniform[phase];
    run(code.data(), code.data() + code.size(), frame, 1);
  }

  static void run_lanes(const Part& part, Phase phase, const Frame& frame, std::size_t vectors) {
    const auto& code = part.program.lanes[phase];
    run(code.data(), code.data() + code.size(), frame, vectors);
  }

  // Runs FREE if this block has not seen it, then LOSS.
  void execute(Part& part, const Group& group, const Frame& frame, std::size_t k) {
    if (!part.ready[k] || !keep_) {
      run_lanes(part, FREE, frame, group.vectors());
      hopeless_ = hopeless_ || check(part.program.checks[FREE], frame, group.vectors()) != 0;
      part.ready[k] = 1;
    }
    run_lanes(part, LOSS, frame, group.vectors());
  }

  double block_loss(Part& part, const Group& group, std::size_t k) {
    Frame frame = frame_of(part, group, k);
    execute(part, group, frame, k);
    if (hopeless_) return INFINITE;
    double sum = check(part.program.checks[LOSS], frame, group.vectors());
    const Lanes* inside = reinterpret_cast<const Lanes*>(group.inside.data() + k * group.lanes);
    for (std::size_t e = 0; e < group.residuals.size(); ++e) {
      Column r = column_of(frame, part.program.residuals[e]);
      Lanes squares{};
      for (std::size_t i = 0; i < group.vectors(); ++i) squares += inside[i] * r[i] * r[i];
      sum += group.residuals[e].weight * total(squares);
    }
    return sum == sum ? sum : INFINITE;
  }

  // 0 where all values are finite, NaN otherwise.
  static double check(const std::vector<Operand>& checks, const Frame& frame, std::size_t vectors) {
    Lanes none{};
    for (Operand o : checks) {
      Column x = column_of(frame, o);
      for (std::size_t i = 0; i < vectors; ++i) none += x[i] - x[i];
    }
    return total(none);
  }

  void accumulate(const Part& part, const Group& group, const Frame& frame, std::size_t k,
                  std::size_t e, double* matrix, double* vector) {
    std::size_t m = constants_, n = group.vectors();
    Lanes* finite = reinterpret_cast<Lanes*>(scratch_.reserve((m + 1) * group.lanes));
    const Lanes* inside = reinterpret_cast<const Lanes*>(group.inside.data() + k * group.lanes);
    Column r = column_of(frame, part.program.residuals[e]);
    double weight = group.residuals[e].weight;
    for (std::size_t j = 0; j < m; ++j) {
      Column x = column_of(frame, part.program.columns[e * m + j]);
      Lanes* to = finite + j * n;
      Lanes with_residual{};
      for (std::size_t i = 0; i < n; ++i) {
        to[i] = of_finite(x[i]) * inside[i];
        with_residual += to[i] * r[i];
      }
      vector[j] += weight * total(with_residual);
      for (std::size_t l = 0; l <= j; ++l) {
        const Lanes* other = finite + l * n;
        Lanes sum{};
        for (std::size_t i = 0; i < n; ++i) sum += to[i] * other[i];
        matrix[j * m + l] += weight * total(sum);
      }
    }
  }

  static void copy(const Frame& frame, Operand from, const Group& group, std::size_t k,
                   double* to) {
    Column x = column_of(frame, from);
    std::size_t left = std::min(group.lanes, group.points - k * group.lanes);
    for (std::size_t lane = 0; lane < left; ++lane)
      to[lane] = x[lane / WIDTH][static_cast<int>(lane % WIDTH)];
  }
};

}  // namespace symplex
