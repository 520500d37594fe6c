"""Deep symbolic regression as a rival."""

from dataclasses import replace

import numpy as np
import pytest

from symplex.errors import ProblemError, SettingsError
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex_benchmarks.rivals.dsr import DSR, DSRSettings
from symplex_benchmarks.rivals.dsr.dsr import objective_of

RNG = np.random.default_rng(0)
POINTS = {"x": RNG.uniform(-1, 1, 200), "y": RNG.uniform(-1, 1, 200)}
QUICK = DSRSettings(batch=300, max_length=8)


def test_a_sum_of_exponentials_is_recovered():
    values = np.exp(POINTS["x"]) + np.exp(POINTS["y"])
    found = DSR(["+", "*", "exp"], QUICK).regress(POINTS, values, seed=0, seconds=999)
    assert found.formula in ("exp(x) + exp(y)", "exp(y) + exp(x)")
    assert found.candidates >= QUICK.batch / 2  # the same tree is scored once


def test_constants_are_fitted_and_noise_is_not_followed():
    values = 1.5 * np.sin(POINTS["x"]) + 0.25 + 1e-3 * RNG.normal(size=200)
    near = replace(QUICK, solved=1e-5)  # ten times the noise
    found = DSR(["+", "*", "sin"], near).regress(POINTS, values, seed=1, seconds=999)
    formula = parse(found.formula, Scope(("x", "y")))
    there = np.linspace(-1, 1, 9)
    wanted = 1.5 * np.sin(there) + 0.25
    assert evaluate(formula, {"x": there, "y": 0 * there}) == pytest.approx(wanted, abs=5e-3)
    assert len(formula.tokens) <= 8


def test_the_seed_fixes_the_formula():
    values = POINTS["x"] * POINTS["y"] + POINTS["x"]
    rival = DSR(["+", "*"], QUICK)
    first, second = (rival.regress(POINTS, values, seed=5, seconds=999) for _ in range(2))
    assert first == second


def test_values_must_be_finite_and_operators_known():
    with pytest.raises(ProblemError, match="not finite"):
        objective_of({"x": np.zeros(2)}, np.array([1.0, np.nan]))
    with pytest.raises(SettingsError, match="'times'"):
        DSR(["times"])


def test_without_time_there_is_no_formula():
    with pytest.raises(ProblemError, match="no formula"):
        DSR().regress(POINTS, POINTS["x"], seed=0, seconds=0)
