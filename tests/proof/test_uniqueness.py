"""Uniqueness: claimed where a theorem gives it, and never where other solutions are known."""

import pytest

from symplex.codes import UniquenessCode
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.here import verify_here
from symplex.proof.uniqueness.uniqueness import uniqueness_of
from symplex.reasons import Reason
from symplex.work.budget import Budget

LINE = {"x": [-1, 1], "t": [0, 1]}
PLANE = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
ROD = {"x": ["0", "pi"], "t": [0, 1]}
SQUARE = {"x": [0, 1], "y": [0, 1]}
BLOCK = {"x": ["0", "pi"], "y": ["0", "pi"]}
LEFT, RIGHT, START, END = "x = 0", "x = pi", "t = 0", "t = 1"
HEAT, WAVE, LAPLACE = "u_t = u_xx", "u_tt = u_xx", "u_xx + u_yy = 0"
ZERO = ((LEFT, "u = 0"), (RIGHT, "u = 0"))
SIDES = ("x = 0", "x = 1", "y = 0", "y = 1")


def said(equation, domain, conditions, text, notion="classical", **rest):
    problem = Problem([equation], domain, list(conditions), **rest)
    return uniqueness_of(problem, read_answer(problem, text), notion, Budget.unlimited())


def codes(*given, **rest):
    """The codes of what is said; none if nothing is."""
    found = said(*given, **rest)
    return () if found is None else found.codes


def many(code, **facts):
    return Reason(UniquenessCode.UNIQUE_MANY, shown=(Reason(code, **facts),))


THEOREMS = {
    "heat on the line": (
        UniquenessCode.UNIQUE_TYCHONOFF,
        UniquenessCode.CLASS_GAUSSIAN,
        HEAT,
        LINE,
        [(START, "u = sin(x)")],
        "exp(-t)*sin(x)",
    ),
    "heat in a rod": (
        UniquenessCode.UNIQUE_PARABOLIC_MAXIMUM_PRINCIPLE,
        UniquenessCode.CLASS_CONTINUOUS,
        HEAT,
        ROD,
        [(START, "u = sin(x)"), *ZERO],
        "exp(-t)*sin(x)",
    ),
    "a wave": (
        UniquenessCode.UNIQUE_ENERGY,
        UniquenessCode.CLASS_TWICE_DIFFERENTIABLE,
        WAVE,
        LINE,
        [(START, "u = sin(x)"), (START, "u_t = 0")],
        "sin(x)*cos(t)",
    ),
    "Laplace in a square": (
        UniquenessCode.UNIQUE_MAXIMUM_PRINCIPLE,
        UniquenessCode.CLASS_CONTINUOUS_ON_BOX,
        LAPLACE,
        SQUARE,
        [(side, "u = x*y") for side in SIDES],
        "x*y",
    ),
    "Laplace with a slope": (
        UniquenessCode.UNIQUE_GREEN,
        UniquenessCode.CLASS_SLOPES_ON_BOX,
        LAPLACE,
        SQUARE,
        [("x = 0", "u = 0"), ("x = 1", "u_x = y"), ("y = 0", "u = 0"), ("y = 1", "u = x")],
        "x*y",
    ),
    "Burgers": (
        UniquenessCode.UNIQUE_CHARACTERISTICS,
        UniquenessCode.CLASS_CONTINUOUSLY_DIFFERENTIABLE,
        "u_t + u*u_x = 0",
        LINE,
        [(START, "u = x")],
        "x/(1 + t)",
    ),
    "geometric Brownian motion": (
        UniquenessCode.UNIQUE_PARABOLIC_MAXIMUM_PRINCIPLE,
        UniquenessCode.CLASS_POLYNOMIAL_GROWTH,
        "u_t = x^2*u_xx",
        LINE,
        [(START, "u = x^2")],
        "exp(2*t)*x^2",
    ),
    "an oscillator backwards": (
        UniquenessCode.UNIQUE_TYCHONOFF,
        UniquenessCode.CLASS_GAUSSIAN,
        "u_t + u_xx/2 - x*u_x = x^2*u",
        LINE,
        [(END, "u = 0")],
        "0*x",
    ),
    "mixed diffusion": (
        UniquenessCode.UNIQUE_TYCHONOFF,
        UniquenessCode.CLASS_GAUSSIAN,
        "u_t = u_xx + u_xy + u_yy",
        PLANE,
        [(START, "u = x*y")],
        "x*y + t",
    ),
    "heat with slopes": (
        UniquenessCode.UNIQUE_ENERGY,
        UniquenessCode.CLASS_SLOPES_AT_WALLS,
        HEAT,
        ROD,
        [(START, "u = cos(x)"), (LEFT, "u_x = 0"), (RIGHT, "u_x + u = -exp(-t)")],
        "exp(-t)*cos(x)",
    ),
    "Fisher": (
        UniquenessCode.UNIQUE_COMPARISON,
        UniquenessCode.CLASS_BOUNDED_CONTINUOUS,
        "u_t = u_xx + u*(1 - u)",
        LINE,
        [(START, "u = 1/(1 + exp(x/sqrt(6)))^2")],
        "1/(1 + exp((x - 5*t/sqrt(6))/sqrt(6)))^2",
    ),
    "a viscous Hamilton–Jacobi equation": (
        UniquenessCode.UNIQUE_COMPARISON,
        UniquenessCode.CLASS_BOUNDED_SLOPES,
        "u_t = u_xx + u_x^2",
        LINE,
        [(START, "u = log(2 + cos(x))")],
        "log(2 + exp(-t)*cos(x))",
    ),
    "an explosion between walls": (
        UniquenessCode.UNIQUE_ENERGY,
        UniquenessCode.CLASS_SLOPES_AT_WALLS,
        "u_t = u_xx + exp(u)",
        {"x": ["0", "pi"], "t": [0, 0.5]},
        [(START, "u = 0"), (LEFT, "u_x = 0"), (RIGHT, "u_x = 0")],
        "-log(1 - t)",
    ),
    "a nonlinear wave": (
        UniquenessCode.UNIQUE_ENERGY,
        UniquenessCode.CLASS_TWICE_DIFFERENTIABLE,
        "u_tt = u_xx + u^3 - 2*u",
        LINE,
        [(START, "u = 0"), (START, "u_t = 0")],
        "0*x",
    ),
    "a nonlinear elliptic equation": (
        UniquenessCode.UNIQUE_MAXIMUM_PRINCIPLE,
        UniquenessCode.CLASS_CONTINUOUS_ON_BOX,
        "u_xx + u_yy = u^3 + exp(u) - 1",
        SQUARE,
        [(side, "u = 0") for side in SIDES],
        "0*x",
    ),
    "a homogeneous function": (
        UniquenessCode.UNIQUE_CHARACTERISTICS,
        UniquenessCode.CLASS_CONTINUOUSLY_DIFFERENTIABLE,
        "x*u_x + y*u_y = u",
        {"x": [1, 2], "y": [-1, 1]},
        [("x = 1", "u = 1 + y^2")],
        "x + y^2/x",
    ),
    "a Hamilton–Jacobi equation": (
        UniquenessCode.UNIQUE_CHARACTERISTICS,
        UniquenessCode.CLASS_TWICE_DIFFERENTIABLE,
        "u_t + u_x^2/2 = x",
        LINE,
        [(START, "u = 0")],
        "t*x - t^3/6",
    ),
    "an ordinary equation": (
        UniquenessCode.UNIQUE_PICARD_LINDELOF,
        UniquenessCode.CLASS_CLASSICAL,
        "u_x = u^2",
        {"x": [0, 0.5]},
        [("x = 0", "u = 1")],
        "1/(1 - x)",
    ),
}


@pytest.mark.parametrize("name", THEOREMS)
def test_theorems(name):
    theorem, functions, *given = THEOREMS[name]
    found = said(*given)
    assert found.codes[:3] == (UniquenessCode.UNIQUE_ONLY, theorem, functions)


INSULATED = [(START, "u = 0"), (LEFT, "u_x = 0"), (RIGHT, "u_x = 0")]


@pytest.mark.parametrize("equation", [HEAT, "u_t = u_xx + u^2", "u_t = u_xx + u*u_x"])
def test_values_are_continuous_at_the_start_where_slopes_are_given(equation):
    # The slope of a heat kernel tends to 0 at every x as t → 0, and reflects at insulated walls.
    assert UniquenessCode.CLASS_SLOPES_AT_WALLS in codes(equation, ROD, INSULATED, "0*x")


@pytest.mark.parametrize("conditions", [INSULATED, [(START, "u = 0"), *ZERO]])
def test_slopes_are_bounded_at_the_start_where_they_are_multiplied(conditions):
    steep = "u_t = u_xx + u*u_x^4"
    assert UniquenessCode.CLASS_SLOPES in codes(steep, ROD, conditions, "0*x")
    assert UniquenessCode.CLASS_BOUNDED_SLOPES in codes(steep, ROD, conditions[:2], "0*x")


def test_theorems_for_weak_solutions():
    fan = codes(
        "u_t + u*u_x = 0",
        LINE,
        [(START, "u = max(min(x, 1), 0)")],
        "max(min(x/(1 + t), 1), 0)",
        "entropy",
    )
    assert fan[1:] == (UniquenessCode.UNIQUE_KRUZKOV, UniquenessCode.CLASS_BOUNDED_ENTROPY)
    hat = codes("u_t + 2*u_x = 0", LINE, [(START, "u = abs(x)")], "abs(x - 2*t)", "distributional")
    assert hat[1:] == (UniquenessCode.UNIQUE_CHARACTERISTICS, UniquenessCode.CLASS_CONTINUOUS)
    cone = codes(
        "u_t + sqrt(u_x^2 + u_y^2) = 0",
        PLANE,
        [(START, "u = sqrt(x^2 + y^2)")],
        "max(sqrt(x^2 + y^2) - t, 0)",
        "viscosity",
    )
    crandall_lions = (
        UniquenessCode.UNIQUE_CRANDALL_LIONS,
        UniquenessCode.CLASS_UNIFORMLY_CONTINUOUS_VISCOSITY,
    )
    assert cone[1:] == crandall_lions
    flat = codes("u_t + abs(u_x) = 0", LINE, [(START, "u = -abs(x)")], "-abs(x) - t", "viscosity")
    assert flat[1:] == crandall_lions


def test_a_verdict_that_says_there_are_many():
    free = [("x = 0", "u = 0"), ("x = 1", "u = 0")]
    found = said(LAPLACE, SQUARE, free, "0*x")
    faces = Reason(UniquenessCode.OTHERS_FREE_FACES, faces=("y = 0", "y = 1"))
    assert found == Reason(UniquenessCode.UNIQUE_MANY, shown=faces)
    few = codes("u_xx = u", {"x": [0, 1]}, [("x = 0", "u = 1")], "exp(x)")
    assert few == (UniquenessCode.UNIQUE_MANY, UniquenessCode.OTHERS_ORDER_ONE_CONDITION)


def test_an_unknown_that_enters_by_its_derivatives():
    slopes = [("x = 0", "u_x = 1"), ("x = 1", "u_x = 1")]
    assert said("u_xx = 0", {"x": [0, 1]}, slopes, "x") == many(
        UniquenessCode.OTHERS_CONSTANT, unknown="u"
    )
    any_function = many(UniquenessCode.OTHERS_FUNCTION, name="x", unknown="u")
    assert said("u_xy = 0", SQUARE, [], "x + y") == any_function
    pair = Problem(["u_t = u_xx - p_x", "u_x = 0"], LINE, [(START, "u = 0")], unknowns=["u", "p"])
    found = uniqueness_of(pair, read_answer(pair, "u=0; p=0"), "classical", Budget.unlimited())
    assert found == many(UniquenessCode.OTHERS_FUNCTION, name="t", unknown="p")


def test_a_rate_that_cancels_out_is_no_law():
    cancelled = ("u_t - u_t + u*u_x = 0", LINE, [(START, "u = 1/2")], "abs(t - 1/2)", "entropy")
    assert UniquenessCode.UNIQUE_ONLY not in codes(*cancelled)


def test_values_and_slopes_on_one_face_leave_no_other():
    cauchy = [("y = 0", "u = 0"), ("y = 0", "u_y = sin(x)")]
    assert not said(LAPLACE, SQUARE, cauchy, "sin(x)*sinh(y)")


UNIT = {"x": [0, 1]}
ALONE = {
    "a point where slopes would be infinite": ("x*u_xx + u_x = 0", UNIT, [("x = 0", "u = 1")], "1"),
    "values that would be infinite": ("x*u_x + u = 0", UNIT, [], "0*x"),
    "infinite values inside": ("(2*x - 1)*u_x + u = 0", UNIT, [], "0*x"),
    "a sum of squares": ("u_x^2 + u^2 = 0", UNIT, [], "0*x"),
    "two values in one condition": ("u_xx = 0", UNIT, [("x = 0", "u^2 + u_x^2 = 0")], "0*x"),
    "a rate that cancels": ("u_x - u_x + u = x", UNIT, [], "x"),
    "values and slopes in one condition": (
        LAPLACE,
        SQUARE,
        [("x = 0", "u = 0"), ("y = 0", "u^2 + u_y^2 = 0")],
        "0*x",
    ),
    "values on three faces, slopes on one of them": (
        LAPLACE,
        SQUARE,
        [*((side, "u = 0") for side in SIDES[:3]), ("y = 0", "u_y = 0")],
        "0*x",
    ),
    "values and slopes inside": (
        LAPLACE,
        SQUARE,
        [("x = 0", "u = 0"), ("x = 1/2", "u = 0"), ("x = 1/2", "u_x = 0")],
        "0*x",
    ),
    "squares of the slopes and a point": (
        "u_x^2 + u_y^2 = 0",
        SQUARE,
        [("x = 0, y = 0", "u = 1")],
        "1 + 0*x",
    ),
    "a slope in a cubic": (
        "u_xx = 0",
        UNIT,
        [("x = 0", "u_x + u_x^3 = 0"), ("x = 1", "u = 0")],
        "0*x",
    ),
}
"""Problems with one solution for which no theorem here speaks."""


@pytest.mark.parametrize("name", ALONE)
def test_no_others_are_claimed_where_there_are_none(name):
    assert not said(*ALONE[name])


@pytest.mark.parametrize("where", ["x = -1", "x = 0, t = 0"])
def test_a_pressure_that_is_given_somewhere_may_not_be_shifted(where):
    given = [(START, "u = 0"), (where, "p = 0")]
    pair = Problem(["u_t = u_xx - p_x", "u_x = 0"], LINE, given, unknowns=["u", "p"])
    assert not uniqueness_of(pair, read_answer(pair, "u=0; p=0"), "classical", Budget.unlimited())


SEVERAL = {
    "a free face": (LAPLACE, SQUARE, [(s, "u = 0") for s in SIDES[:3]], "0*x"),
    "two free faces": (LAPLACE, SQUARE, [(s, "u = 0") for s in SIDES[:2]], "0*x"),
    "no data": (LAPLACE, SQUARE, [], "x*y"),
    "a corner alone": (LAPLACE, SQUARE, [("x = 0, y = 0", "u = 0")], "x*y"),
    "slopes alone": (
        LAPLACE,
        BLOCK,
        [(f"{n} = {e}", f"u_{n} = 0") for n in "xy" for e in ("0", "pi")],
        "1 + 0*x",
    ),
    "Helmholtz at resonance": (
        "u_xx + u_yy + 2*u = 0",
        BLOCK,
        [(f"{n} = {e}", "u = 0") for n in "xy" for e in ("0", "pi")],
        "sin(x)*sin(y)",
    ),
    "Helmholtz between two values": ("u_xx + u = 0", {"x": ["0", "pi"]}, list(ZERO), "sin(x)"),
    "Helmholtz, three halves": (
        "u_xx + u_yy + 5*u = 0",
        BLOCK,
        [(f"{n} = {e}", "u = 0") for n in "xy" for e in ("0", "pi")],
        "sin(x)*sin(2*y)",
    ),
    "a rod between two slopes": (
        "u_xx = 0",
        {"x": [0, 1]},
        [("x = 0", "u_x = 1"), ("x = 1", "u_x = 1")],
        "x",
    ),
    "Robin of the wrong sign": (
        "u_xx = 0",
        {"x": [0, 1]},
        [("x = 0", "u = 0"), ("x = 1", "u_x = u")],
        "x",
    ),
    "Robin of the wrong sign, below": (
        "u_xx = 0",
        {"x": [0, 1]},
        [("x = 0", "u_x = -u"), ("x = 1", "u = 0")],
        "x - 1",
    ),
    "Robin in a square": (
        "u_xx + u_yy = 0",
        SQUARE,
        [("x = 0", "u = 0"), ("x = 1", "u_x = u"), ("y = 0", "u_y = 0"), ("y = 1", "u_y = 0")],
        "x",
    ),
    "Steklov": (
        LAPLACE,
        {"x": ["0", "pi"], "y": [0, 1]},
        [
            (LEFT, "u = 0"),
            (RIGHT, "u = 0"),
            ("y = 0", "u = 0"),
            ("y = 1", "u_y = cosh(1)/sinh(1)*u"),
        ],
        "sin(x)*sinh(y)",
    ),
    "Tychonoff's growth": (HEAT, LINE, [(START, "u = exp(x^4)")], "exp(x^4)"),
    "growth beyond a Gaussian": (HEAT, LINE, [(START, "u = exp(abs(x)^3)")], "exp(abs(x)^3)"),
    "heat without a start": (HEAT, LINE, [], "exp(-t)*sin(x)"),
    "heat backwards": (HEAT, LINE, [(END, "u = sin(x)")], "exp(1 - t)*sin(x)"),
    "heat with a start and an end": (HEAT, LINE, [(START, "u = 0"), (END, "u = 0")], "0*x"),
    "heat between slopes and no start": (
        HEAT,
        ROD,
        [(LEFT, "u_x = 0"), (RIGHT, "u_x = 0")],
        "1 + 0*x",
    ),
    "a wave without a velocity": (WAVE, LINE, [(START, "u = sin(x)")], "sin(x)*cos(t)"),
    "a wave at both ends of time": (
        WAVE,
        ROD,
        [*ZERO, (START, "u = 0"), ("t = 1", "u = 0")],
        "0*x",
    ),
    "an elliptic evolution": ("u_tt + u_xx = 0", LINE, [(START, "u = 0")], "0*x"),
    "a root that leaves late": ("u_x = 2*sqrt(abs(u))", {"x": [0, 1]}, [("x = 0", "u = 0")], "x^2"),
    "a cube root": ("u_x = 3*abs(u)^(2/3)", {"x": [0, 1]}, [("x = 0", "u = 0")], "x^3"),
    "two slopes": ("u_x^2 = 1", {"x": [0, 1]}, [("x = 0", "u = 0")], "x"),
    "Clairaut": ("u = x*u_x + u_x^2", {"x": [-1, 1]}, [("x = 0", "u = 0")], "0*x"),
    "a singular point": ("x*u_x = u", {"x": [0, 1]}, [("x = 0", "u = 0")], "x"),
    "too few values": ("u_xx = -u", {"x": [0, 1]}, [("x = 0", "u = 0")], "sin(x)"),
    "a quarter of a turn": (
        "u_xx = -u",
        {"x": ["0", "2*pi"]},
        [("x = 0", "u = 0"), ("x = 2*pi", "u = 0")],
        "sin(x)",
    ),
    "transport from infinity": ("u_t - x^2*u_x = 0", LINE, [(START, "u = 0")], "0*x"),
}
"""Problems with several solutions, or for which no theorem here speaks."""


@pytest.mark.parametrize("name", SEVERAL)
def test_no_claim_where_there_are_several(name):
    assert len(SEVERAL) >= 30
    assert UniquenessCode.UNIQUE_ONLY not in codes(*SEVERAL[name])


@pytest.mark.parametrize("notion", ["distributional", "classical and distributional", ""])
def test_a_weak_answer_of_an_ordinary_equation_is_not_called_the_only_one(notion):
    # |u| = 1 + x has another sign to the right of any point.
    ordinary = ("diff(abs(u), x) = 1", {"x": [0, 1]}, [("x = 0", "u = 1")], "1 + x")
    assert not said(*ordinary, notion)
    assert UniquenessCode.UNIQUE_PICARD_LINDELOF in codes(*ordinary)


@pytest.mark.parametrize("conditions", [[], [("x = 0", "u_x = 1")]])
def test_a_sign_that_is_differentiated_is_not_forgotten(conditions):
    # The expanded equation is u_x = 1; x - 1/2 has a δ at 1/2 besides.
    jump = ("u_x + diff(sign(u), x) = 1", {"x": [0, 1]}, conditions, "1 + x", "distributional")
    assert not said(*jump)


@pytest.mark.parametrize("notion", ["viscosity", "entropy", "distributional", ""])
def test_the_notion_counts(notion):
    _, _, *given = THEOREMS["heat in a rod"]
    assert not said(*given, notion)


def test_the_line_is_part_of_the_certificate():
    _, _, equation, domain, conditions, text = THEOREMS["heat on the line"]
    problem = Problem([equation], domain, conditions)
    certificate = verify_here(problem, read_answer(problem, text))
    assert certificate.unique.codes[1:] == (
        UniquenessCode.UNIQUE_TYCHONOFF,
        UniquenessCode.CLASS_GAUSSIAN,
    )
    assert f"uniqueness: {certificate.uniqueness}" in str(certificate)
    assert type(certificate).from_json(certificate.to_json()) == certificate
    wrong = verify_here(problem, read_answer(problem, "exp(-t)*cos(x)"))
    assert wrong.unique is None
