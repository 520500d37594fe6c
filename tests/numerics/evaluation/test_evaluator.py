"""Which engine evaluates candidates, and what it is given."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from support.checkout import ROOT
from support.evaluators import evaluator_for
from support.random_trees import generator
from symplex.errors import ProblemError, SettingsError
from symplex.expression import Derivative, leaf
from symplex.expression.parse import Scope, parse
from symplex.expression.vocabulary import TokenBatch
from symplex.numerics.evaluation.evaluator import (
    Device,
    Engine,
    engine,
    evaluator,
    evaluator_on,
)
from symplex.numerics.evaluation.fit import LevenbergMarquardt
from symplex.numerics.evaluation.nudged import nudged
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen

# A cold start without torch, an installation without a compiler, memory.

FIRST_EVALUATION = """
import sys
import numpy as np
from symplex.numerics.evaluation.sampling import draw
from symplex.numerics.evaluation.fit import LevenbergMarquardt
from symplex.numerics.evaluation.evaluator import engine, evaluator
from symplex.expression import CONSTANT, OPERATORS, Symbol
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled

words = Vocabulary((OPERATORS["*"], CONSTANT, Symbol("x")))
scorer = evaluator(draw(bundled("heat"), np.random.default_rng(0)), words)
fit = scorer.fit(TokenBatch.of([[0, 1, 2]]), LevenbergMarquardt(starts=2, steps=4))
print(engine().name, "torch" in sys.modules, np.isfinite(fit.losses[0]))
"""


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_core_is_what_runs_here():
    assert engine() is Engine.COMPILED


def test_a_cold_start_takes_no_torch():
    assert run("-c", FIRST_EVALUATION).split() == ["COMPILED", "False", "True"]


def test_an_installation_without_a_compiler_runs_on_the_fallback(tmp_path):
    packages = tmp_path / "site"
    run(
        *("-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"),
        *(f"--config-settings=build-dir={tmp_path / 'build'}", f"--target={packages}", str(ROOT)),
        CXX=str(tmp_path / "no-compiler"),
    )
    assert not list(packages.glob("symplex/numerics/evaluation/_core*.so"))
    # Without `site`, the editable installation of the checkout is out of sight.
    others = sysconfig.get_path("purelib")
    shown = run("-S", "-c", FIRST_EVALUATION, PYTHONPATH=f"{packages}{os.pathsep}{others}")
    assert shown.split() == ["FALLBACK", "True", "True"]
    assert "install a C++ compiler" in Engine.FALLBACK.value


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_memory_stays_flat_over_two_million_candidates():
    texts = ["c0*sin(c1*x)*exp(c2*t)", "x*y + c0", "max(x, c0*y)^2/(c1 + t^2)", "log(c0 + x)"]
    scorer, batch = evaluator_for("heat", *texts)
    random, rows = generator(0), list(batch)
    sizes = []
    for _ in range(100):
        many = TokenBatch.of([rows[i] for i in random.integers(0, len(rows), 20_000)])
        scorer.fit(many, LevenbergMarquardt(starts=1, steps=3))
        sizes.append(resident_megabytes())
    print(f"after 200 000: {sizes[9]:.1f} MB, after 2 million: {sizes[-1]:.1f} MB")  # noqa: T201
    assert sizes[-1] - sizes[9] < 2


def test_the_processor_is_the_device_without_a_choice():
    assert evaluator_on(Device.CPU) is evaluator


def test_a_gpu_that_is_not_there_is_refused_before_any_work(monkeypatch):
    monkeypatch.setattr("symplex.numerics.evaluation.engines.cuda_library.NAME", "_nothing.so")
    with pytest.raises(SettingsError, match="no GPU engine"):
        evaluator_on(Device.CUDA)


# Weighted residuals at points.

SCOPE = Scope(("x",), (), ("u",))
TERMS = (Term(parse("u_xx + u", SCOPE)), Term(parse("u_x", SCOPE), 2.0))


def points(**columns: list[float]) -> PointSet:
    return PointSet(frozen({k: np.array(v) for k, v in columns.items()}), TERMS)


def test_it_counts_points_and_residuals():
    objective = Objective(("u",), ("x",), (), (points(x=[0.0, 1.0, 2.0]), points(x=[0.0])))
    assert objective.rows == 8
    assert objective.point_sets[0].size == 3


def test_derivatives_stand_in_one_fixed_order():
    found = points(x=[0.0]).derivatives
    assert found == (Derivative("u"), Derivative("u", ("x",)), Derivative("u", ("x", "x")))


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"y": [0.0]}, "lacks the column 'x'"),
        ({"x": [0.0], "y": [0.0, 1.0]}, "vectors of one length"),
        ({"x": [[0.0]]}, "vectors of one length"),
        ({"x": [float("nan")]}, "not finite"),
    ],
)
def test_columns_that_do_not_fit_are_refused(columns, message):
    with pytest.raises(ProblemError, match=message):
        Objective(("u",), ("x",), (), (points(**columns),))


def test_frozen_columns_are_copies_that_cannot_change():
    column = np.array([1.0])
    kept = frozen({"x": column})
    column[0] = 2.0
    assert kept["x"][0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        kept["x"][0] = 3.0


def test_the_objective_of_values_has_the_unknowns_as_residuals():
    objective = Objective(("u", "v"), ("x",), (), (points(x=[0.0, 1.0]),)).of_values()
    residuals = [term.residual for term in objective.point_sets[0].terms]
    assert residuals == [leaf(Derivative("u")), leaf(Derivative("v"))]


# Points moved by almost nothing.


def test_points_are_moved_inwards_by_almost_nothing():
    given = {"x": np.array([-1.0, 0.0, 1.0]), "t": np.array([0.0, 2.0, 1.0])}
    found = nudged(given)
    for name, column in given.items():
        assert np.all(found[name] != column)
        assert np.all(np.abs(found[name] - column) < 1e-5)
        assert column.min() < found[name].min() <= found[name].max() < column.max()


def test_what_is_held_stays():
    assert nudged({"k": np.ones(3)})["k"].tolist() == [1.0, 1.0, 1.0]
