"""Formulas as source code of ten languages."""

import json
import os
import subprocess
import sys
from functools import cache

import mpmath as mp
import numpy as np
import pytest
import sympy
from sympy.parsing.mathematica import parse_mathematica

from support.exports import (
    LANGUAGES,
    NAMES,
    ROOT,
    by_jax_with_numpy,
    exact_values,
    excess,
    formulas,
    is_here,
    own_values,
    points,
    searched_values,
)
from symplex.errors import ExpressionError, SettingsError
from symplex.expression import CONSTANT, leaf
from symplex.expression.parse import Scope, parse
from symplex.expression.transport import from_words
from symplex.notation.export import Formulas, Target, export, target_named
from symplex.notation.printers import to_sympy

# Exports computed by the languages themselves, against 50 digits and our own evaluation.

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
    assert beyond == []


@pytest.mark.parametrize("capability", ["default", "avx2"])
def test_pytorch_computes_it_on_lesser_processors(capability):
    """PyTorch's functions differ with the processor, and are least accurate on a plain one."""
    code = (
        "from support.exports import *; given = formulas(); "
        "ours = zip(own_values(given), searched_values(given), strict=True); "
        "rows = zip(by_pytorch(given, None), ours, exact_values(given), strict=True); "
        "print(sum(excess(*row) > 0 for row in rows))"
    )
    paths = os.pathsep.join([str(ROOT / "tests"), *sys.path])
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": capability, "PYTHONPATH": paths}
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert ran.stdout.split() == ["0"], ran.stderr


def test_the_sinh_for_pytorch_is_accurate_with_its_derivatives():
    torch = pytest.importorskip("torch")
    scope = {}
    exec(export(one("sinh(x)"), Target.PYTORCH), scope)
    parts = [np.linspace(-1, 1, 201), [1e-300, -1e-9, 5, -30, 709, 800, np.nan]]
    given = torch.tensor(np.concatenate(parts), requires_grad=True)
    value = scope["u"](given, *torch.zeros(3, dtype=torch.float64))
    (first,) = torch.autograd.grad(value.sum(), given, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), given)
    with np.errstate(over="ignore"):
        sinh, cosh = np.sinh(given.detach().numpy()), np.cosh(given.detach().numpy())
    for found, truth in ((value, sinh), (first, cosh), (second, sinh)):
        assert np.allclose(found.detach(), truth, rtol=1e-14, atol=1e-300, equal_nan=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sinh_is_accurate_in_every_language(language, tmp_path):
    if not is_here(language):
        pytest.skip(f"this machine has no {LANGUAGES[language].program}")
    texts = ("sinh(x)", "sinh(y)", "sinh(t/100)", "sinh(kappa*30)")
    given = Formulas({f"f{i}": parse(text, SCOPE) for i, text in enumerate(texts)}, NAMES)
    with mp.workdps(50):
        found = LANGUAGES[language].run(given, tmp_path)
        units = [
            abs(mp.mpf(float(value)) - exact[0]) / np.spacing(abs(float(exact[0])))
            for values, row in zip(found[:3], exact_values(given), strict=False)
            for value, exact in zip(values, row, strict=True)
        ]
    assert max(units) < 0.9
    assert np.allclose(found[3], own_values(given)[3], rtol=1e-14)


def test_the_sources_have_only_the_helpers_that_they_call():
    assert "larger" not in export(one("sin(x)"), Target.MATLAB)
    assert "function value = real_or_nan" in export(one("x^(1/3)"), Target.MATLAB)
    assert "def _" not in export(one("sin(x)*y^2"), Target.PYTORCH).replace("_power", "power")
    source = export(one("min(x, y)"), Target.PYTORCH)
    assert "def _larger" in source
    assert "def _sinh" not in source


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


# Names, numbers and brackets of exported code.


def source(target, text, names=("x", "y"), unknown="u"):
    return export(Formulas({unknown: parse(text, Scope(names))}, names), target)


def test_names_that_a_language_reserves_are_changed():
    made = source(Target.C, "int + y1", ("int", "y1"), "double")
    assert "double double_1(double int_1, double y1_1) {\n    return int_1 + y1_1;" in made
    made = source(Target.FORTRAN, "S - s", ("S", "s"), "value")
    assert "elemental function value_1(S, s_1) result(value)" in made
    assert "value = S - s_1" in made
    assert "Nx1[c1_, E_] :=" not in source(Target.MATHEMATICA, "c_1*E", ("c_1", "E"), "N")
    assert "Nx1[c1_, Ex1_] := c1*Ex1" in source(Target.MATHEMATICA, "c_1*E", ("c_1", "E"), "N")


def test_numbers_are_the_nearest_floats():
    assert "return 1.0/3.0*x;" in source(Target.C, "1/3*x")
    assert "value = 1d0/3d0*x + 1d-9 - 2d0" in source(Target.FORTRAN, "1/3*x + 1e-9 - 2")
    assert "1.2345678901234568e+30" in source(Target.C, "1234567890123456789012345678901*x")
    assert "1/3*x + 1/1000000000" in source(Target.MATHEMATICA, "1/3*x + 1e-9")


def test_fitted_constants_keep_their_digits():
    given = Formulas({"u": leaf(CONSTANT, -0.1) * leaf(CONSTANT, 1e-20)}, ("x",))
    assert "return -0.1*1e-20;" in export(given, Target.C)
    assert "u[x_] := -0.1*1*^-20" in export(given, Target.MATHEMATICA)


def test_brackets_keep_the_order():
    assert "return x - (y - x)*(-y)/(x/y);" in source(Target.C, "x - (y - x)*(-y)/(x/y)")
    assert "x.^2 - (-x).^2" in source(Target.MATLAB, "x^2 - (-x)^2")


def test_long_lines_of_fortran_are_broken():
    made = source(Target.FORTRAN, " + ".join(["sin(x)*cos(y)"] * 40))
    assert max(map(len, made.splitlines())) <= 132


def test_what_is_said_at_the_top_stays_a_comment():
    given = Formulas({"u": parse("x", Scope(("x",)))}, ("x",), note="*/ int main() {}\n é")
    head = export(given, Target.C).splitlines()[0]
    assert head.count("*/") == 1
    assert head.isascii()


def test_what_is_no_function_is_refused():
    with pytest.raises(ExpressionError, match="none was found"):
        Formulas({}, ("x",))
    with pytest.raises(ExpressionError, match=r"acos\(2\) is no finite number"):
        source(Target.C, "x*acos(2)")


def test_a_target_has_a_word():
    assert target_named("Octave") is Target.MATLAB
    assert target_named("torch") is Target.PYTORCH
    with pytest.raises(SettingsError, match=r"'fortan' is no target.*did you mean 'fortran'"):
        target_named("fortan")
