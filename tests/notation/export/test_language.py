"""Names, numbers and brackets of exported code."""

import pytest

from symplex.errors import ExpressionError, SettingsError
from symplex.expression import CONSTANT, leaf
from symplex.expression.parse import Scope, parse
from symplex.notation.export import Formulas, Target, export, target_named


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
