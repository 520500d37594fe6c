"""Exports computed by the languages themselves, against 50 digits and our own evaluation."""

import json
from functools import cache

import mpmath as mp
import numpy as np
import pytest
import sympy
from sympy.parsing.mathematica import parse_mathematica

from support.exports import (
    LANGUAGES,
    NAMES,
    by_jax_with_numpy,
    exact_values,
    excess,
    formulas,
    is_here,
    own_values,
    points,
    searched_values,
)
from symplex.export import Formulas, Target, export
from symplex.expression.parse import parse
from symplex.expression.render import to_sympy
from symplex.expression.scope import Scope
from symplex.expression.transport import from_words

SCOPE = Scope(NAMES)


@cache
def prepared():
    given = formulas()
    return given, (own_values(given), searched_values(given)), exact_values(given)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_computes_what_we_compute(language, tmp_path):
    if not is_here(language):
        pytest.skip(f"this machine has no {LANGUAGES[language].program}")
    given, ours, exact = prepared()
    theirs = LANGUAGES[language].run(given, tmp_path)
    assert theirs.shape == ours[0].shape
    assert (np.isnan(theirs) == np.isnan(ours[0])).all()
    beyond = [
        name
        for name, row, *own, known in zip(given.formulas, theirs, *ours, exact, strict=True)
        if excess(row, own, known) > 0
    ]
    assert len(given.formulas) == 214
    assert not beyond


def test_the_source_for_jax_is_right_where_numpy_runs_it(monkeypatch):
    given, (ours, _), _ = prepared()
    theirs = by_jax_with_numpy(given, monkeypatch)
    assert np.allclose(theirs, ours, rtol=1e-9, atol=1e-12, equal_nan=True)


FORMULA = (
    "exp(-2*kappa*t)*sin(x)*max(cos(y)^3, 1/3)/sqrt(6) + abs(x)^(1/3) - min(x, y)/7 + asin(y/2)"
)


def one(text=FORMULA):
    return Formulas({"u": parse(text, SCOPE)}, NAMES[:3], NAMES[3:], "proved")


def test_sympy_source_makes_the_formula():
    scope = {}
    exec(export(one(), Target.SYMPY), scope)
    assert sympy.simplify(scope["u"] - to_sympy(parse(FORMULA, SCOPE))) == 0


def test_mathematica_reads_as_the_formula():
    source = export(one(), Target.MATHEMATICA)
    assert source.splitlines()[1].startswith("u[x_, y_, t_, kappa_] := ")
    read = parse_mathematica(source.partition(":= ")[2]).replace(sympy.Function("Abs"), sympy.Abs)
    at = dict(zip(sympy.symbols(NAMES), points()[0], strict=True))
    truth = to_sympy(parse(FORMULA, SCOPE))
    real = dict(zip(sympy.symbols(NAMES, real=True), points()[0], strict=True))
    assert mp.almosteq(read.subs(at).evalf(), truth.subs(real).evalf(), 1e-12)


def test_julia_has_nan_where_others_throw():
    source = export(one("sqrt(x) + log(y) + x^(1/3) + x^2 + erf(t)"), Target.JULIA)
    assert "using SpecialFunctions: erf" in source
    assert "real_sqrt(a) = a < 0 ? NaN : sqrt(a)" in source
    assert (
        "u(x, y, t, kappa) = real_sqrt(x) + real_log(y) + real_power(x, 1/3) + x^2 + erf(t)"
        in source
    )


def test_text_latex_and_json_are_ours():
    assert export(one("x^2"), Target.TEXT) == "u = x^2\n"
    assert export(one("x^2"), Target.LATEX) == "u = x^{2}\n"
    content = json.loads(export(one(), Target.JSON))
    assert from_words(content["formulas"]["u"]["prefix"]) == parse(FORMULA, SCOPE)
    assert content["variables"] == ["x", "y", "t"]
    assert content["parameters"] == ["kappa"]
