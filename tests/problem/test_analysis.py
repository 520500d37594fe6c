"""What is seen of a problem: its class, its operators, its extent."""

import numpy as np
import pytest

from support.reasons import codes_of
from symplex.codes import StatementCode
from symplex.expression import OPERATORS, Derivative, number, power
from symplex.expression.operators import ABS, COSH, EXP, LOG, MAX, MIN, PI, SIN, SINH
from symplex.expression.parse import Scope, parse
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem, Region
from symplex.problem.analysis.classify import COUNT, Linearity, Type, classify, draw
from symplex.problem.analysis.curvature import Curvature, curvature
from symplex.problem.analysis.extent import open_faces, verification_box
from symplex.problem.analysis.operators import suggested_operators
from symplex.problem.analysis.review import undefined_beyond, warnings
from symplex.problem.box import Interval
from symplex.problem.reading import reading
from symplex.reasons import Code


def stated(equation, domain="xt", **rest):
    return Problem([equation], {name: [0.5, 2] for name in domain}, **rest)


@pytest.mark.parametrize(
    ("equation", "linearity"),
    [
        ("u_t = u_xx + x*u", Linearity.LINEAR),
        ("u_t = u_xx + u^2", Linearity.SEMILINEAR),
        ("u_t + u*u_x = 0", Linearity.QUASILINEAR),
        ("u_t = diff(u*u_x, x)", Linearity.QUASILINEAR),
        ("u_t + u_x^2 = 0", Linearity.NONLINEAR),
        ("u_xx*u_tt - u_xt^2 = 1", Linearity.NONLINEAR),
        ("u_t + u*u_x - u*u_x = 0", Linearity.LINEAR),
        ("u_t + abs(u_x) = 0", Linearity.NONLINEAR),
        ("u_xxx + sin(u) = 0", Linearity.SEMILINEAR),
    ],
)
def test_linearity(equation, linearity):
    problem = stated(equation)
    assert classify(problem, problem.equations[0]).linearity is linearity


@pytest.mark.parametrize(
    ("equation", "domain", "kind"),
    [
        ("u_xx + u_yy = 0", "xy", Type.ELLIPTIC),
        ("u_t = u_xx", "xt", Type.PARABOLIC),
        ("u_tt = u_xx + u_yy", "xyt", Type.HYPERBOLIC),
        ("u_xt = u", "xt", Type.HYPERBOLIC),
        ("u_xx + (x - 1)*u_yy = 0", "xy", Type.MIXED),
        ("u_t = diff(u*u_x, x)", "xt", Type.PARABOLIC),
        ("u_xx + u*u_yy = 0", "xy", Type.DEPENDENT),
        ("u_xx = 0", "xy", Type.UNDECIDED),
        ("(1 + u_y^2)*u_xx - 2*u_x*u_y*u_xy + (1 + u_x^2)*u_yy = 0", "xy", Type.ELLIPTIC),
        ("u_t + u_x = 0", "xt", None),
        ("u_xxxx + u_yyyy = 0", "xy", None),
    ],
)
def test_type(equation, domain, kind):
    problem = stated(equation, domain)
    assert classify(problem, problem.equations[0]).type is kind


def test_homogeneous():
    kinds = [
        classify(problem, problem.equations[0]).homogeneous
        for problem in (stated("u_t = u_xx"), stated("u_t = u_xx + x"))
    ]
    assert kinds == [True, False]


def test_parameters_are_taken_over_their_range():
    problem = stated("u_tt = k*u_xx", parameters={"k": [-1, 1]})
    assert classify(problem, problem.equations[0]).type is Type.MIXED


# Random values for every symbol.

HEAT = Problem(
    ["u_t = k*u_xx"], {"x": [0, 1], "t": [2, 3]}, [("t = 2", "u = x")], parameters={"k": [5, 6]}
)


def test_every_symbol_and_derivative_has_values_in_its_range():
    values = draw(HEAT)
    assert {"x", "t", "k", Derivative("u"), Derivative("u", ("x", "x"))} <= values.keys()
    assert all(column.shape == (COUNT,) for column in values.values())
    assert np.all((values["k"] >= 5) & (values["k"] <= 6))
    assert np.all(np.abs(values[Derivative("u")]) <= 2)


def test_a_region_fixes_its_variables_and_moves_nothing_else():
    free, fixed = draw(HEAT), draw(HEAT, Region((("t", number(2)),)))
    assert np.all(fixed["t"] == 2)
    np.testing.assert_array_equal(free["x"], fixed["x"])


def test_the_seed_decides():
    np.testing.assert_array_equal(draw(HEAT, seed=1)["x"], draw(HEAT, seed=1)["x"])
    assert np.any(draw(HEAT, seed=1)["x"] != draw(HEAT, seed=2)["x"])


# The operators that a search starts with.


def suggested(equation: str, data: str = "x"):
    domain = {"x": [0, 1], "t": [0, 1]}
    return suggested_operators(Problem([equation], domain, [("t = 0", f"u = {data}")]))


def test_the_base_is_always_there_in_the_order_of_the_table():
    rows = suggested("u_t = u_xx")
    assert {SIN, EXP} <= set(rows)
    assert not {ABS, MAX, PI, SINH} & set(rows)
    table = list(OPERATORS.values())
    assert sorted(rows, key=table.index) == list(rows)


def test_functions_bring_their_companions():
    assert {SINH, COSH} <= set(suggested("u_t = u_xx", "sinh(x)"))
    assert LOG in suggested("u_t = u_xx", "atan(x)")


def test_hamilton_jacobi_equations_have_kinks():
    assert {ABS, MAX, MIN} <= set(suggested("u_t + u_x^2 = 0"))


def test_other_powers_come_last_by_exponent():
    rows = suggested("u_t = x^5*u_x", "x^4")
    assert rows[-2:] == (power(4), power(5))


# Convex or concave in the gradient.

SCOPE = Scope(("x", "y", "t"), ("k",), ("u",))
POSITIVE = {"k": Interval(number(1), number(2))}
ANY = {"k": Interval(number(-1), number(2))}


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("u_x - 3*u_y + k", Curvature.AFFINE),
        ("u_x^2 + u_y^2", Curvature.CONVEX),
        ("sqrt(u_x^2 + u_y^2)", Curvature.CONVEX),
        ("abs(u_x) + max(u_y, 0)", Curvature.CONVEX),
        ("exp(u_x) + relu(u_y)", Curvature.CONVEX),
        ("-k*u_x^2", Curvature.CONCAVE),
        ("min(u_x, u_y)", Curvature.CONCAVE),
        ("u_x^2 - u_y^2", Curvature.NEITHER),
        ("sin(u_x)", Curvature.NEITHER),
        ("u_x^2/(1 + x^2)", Curvature.CONVEX),
        ("sqrt(1 + u_x^4)", Curvature.UNKNOWN),
        ("pi*u_x^4", Curvature.CONVEX),
    ],
)
def test_shapes(text, shape):
    assert curvature(parse(text, SCOPE), POSITIVE) is shape


def test_the_sign_of_a_parameter_decides():
    assert curvature(parse("k*u_x^2", SCOPE), POSITIVE) is Curvature.CONVEX
    assert curvature(parse("k*u_x^2", SCOPE), ANY) is Curvature.NEITHER


# Where an answer is verified.

DOMAIN = {"x": [0, 1], "t": [0, 1]}


def test_space_without_conditions_is_twice_as_wide():
    problem = Problem(["u_t = u_x"], DOMAIN, [("t = 0", "u = x")])
    assert open_faces(problem) == ("x",)
    box = verification_box(problem)
    assert box.ends == {"x": (-0.5, 1.5), "t": (0, 1)}
    assert box.widened_in == ("x",)


def test_a_face_with_a_condition_stays():
    problem = Problem(["u_t = u_xx"], DOMAIN, [("t = 0", "u = x"), ("x = 0", "u = 0")])
    assert verification_box(problem).ends["x"] == (0, 1.5)


def test_stationary_problems_stay_on_their_box():
    problem = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    assert verification_box(problem) == problem.box


def test_the_box_is_not_widened_where_the_data_end():
    problem = Problem(["u_t = u_x"], DOMAIN, [("t = 0", "u = sqrt(x)")])
    assert verification_box(problem) == problem.box


def test_a_proof_covers_all_of_space_behind_each_open_end():
    start = ("t = 0", "u = x")
    cauchy = Problem(["u_t = u_x"], DOMAIN, [start])
    assert reading(cauchy).domain == {"x": (None, None), "t": (number(0), number(1))}
    half = Problem(["u_t = u_xx"], {"x": ["-pi", "pi"], "t": [0, 1]}, [start, ("x = pi", "u = 0")])
    assert reading(half).domain["x"] == (None, parse("pi"))


def test_data_at_a_corner_or_inside_close_no_face():
    conditions = [("t = 0", "u = x"), ("x = 0, t = 0", "u = 0"), ("x = 0.5", "u = 0")]
    problem = Problem(["u_t = u_xx"], DOMAIN, conditions)
    assert reading(problem).domain["x"] == (None, None)


def test_without_time_and_at_the_ends_of_time_nothing_moves():
    stationary = Problem(["u_xx = 0"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    assert reading(stationary).domain == {"x": (number(0), number(1))}
    terminal = Problem(["u_t = u_xx"], DOMAIN, [("t = 1", "u = x")])
    assert reading(terminal).domain["t"] == (number(0), number(1))


START = ("t = 0", "u = sin(x)")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {"equations": ["u_t = u_xx", "x = t"]},
            StatementCode.WARNING_WITHOUT_UNKNOWN,
        ),
        (
            {"conditions": [START, ("x = 0.5", "u = 1 - t")]},
            StatementCode.WARNING_OFF_BOUNDARY,
        ),
        ({"domain": {**DOMAIN, "z": [0, 1]}}, StatementCode.WARNING_UNUSED_VARIABLE),
        ({"equations": ["u_t = x*u"]}, StatementCode.WARNING_NOT_DIFFERENTIATED),
        ({"parameters": {"k": [1, 2]}}, StatementCode.WARNING_UNUSED_PARAMETER),
        ({"unknowns": ["u", "v"]}, StatementCode.WARNING_UNUSED_UNKNOWN),
        ({"unknowns": ["u", "v"]}, StatementCode.WARNING_TOO_FEW_EQUATIONS),
        ({"conditions": []}, StatementCode.WARNING_NO_CONDITIONS),
        ({"conditions": [("x = 0", "u = 0")]}, StatementCode.WARNING_NO_START),
    ],
)
def test_a_warning_for_what_looks_wrong(changes, code):
    raw = {"equations": ["u_t = u_xx"], "domain": DOMAIN, "conditions": [START], **changes}
    found = warnings(Problem(**raw))
    assert code in codes_of(found), found


@pytest.mark.parametrize(
    "conditions",
    [
        [START, ("x = 0", "u = 0"), ("x = 1", "u = sin(1)*exp(-t)")],
        [START, ("x = 0", "u_x = exp(-t)")],
        [START, ("x = 0", "u_x + 2*u = 3")],
        [START, ("t = 1", "u = 5")],
        [("t = 0", "u = x"), ("t = 0", "u_t = 0"), ("x = 0", "u = 0")],
        [START, ("t = 0", "u = cos(x)")],
    ],
)
def test_no_warning_for_what_conditions_say(conditions):
    assert warnings(Problem(["u_t = u_xx"], DOMAIN, conditions)) == ()


@pytest.mark.parametrize("datum", ["log(x)", "sqrt(x)", "0*sqrt(9 - x)"])
def test_data_that_are_undefined_beyond_the_interval_are_warned_of(datum):
    domain = {"x": [1, 2], "t": [0, 1]}
    stated = ["u_t = u_xx"], domain, [("t = 0", f"u = {datum}")]
    (found,) = warnings(Problem(*stated))
    assert found.code is Code.DEFINED_STATEMENT_ENDS
    assert warnings(Problem(*stated, free=["x"])) == ()


@pytest.mark.parametrize("name", bundled_names())
def test_no_bundled_problem_is_undefined_beyond_its_intervals(name):
    assert list(undefined_beyond(bundled(name))) == []
