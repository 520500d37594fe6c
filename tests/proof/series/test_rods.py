"""Series on rods: what is proved, and what must not be."""

from dataclasses import replace

import pytest

from support.rods import COLD, certified, rod
from symplex.errors import ExpressionError
from symplex.exact.fourier import antiderivative
from symplex.expression import Expression, Symbol, number, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.read_series import read_series
from symplex.problem import Problem
from symplex.proof.advice.advisor import Advisor
from symplex.proof.answer import read_answer
from symplex.proof.kernel.lines import Proved
from symplex.proof.series.here import verify_series_here
from symplex.proof.series.rods import examine
from symplex.proof.verify import verify
from symplex.reasons import Code
from symplex.work.budget import Budget

HEAT = "exp(-n^2*pi^2*t)"
PARABOLA = f"sum(8/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo, 2)"
SERIES = read_series(PARABOLA, rod("x*(1-x)").answer_scope)
WARM = ("u_x = 0", "u_x = 0")
HALF = "exp(-n^2*pi^2*t/4)"

TRUE = {
    "parabola": (rod("x*(1-x)"), PARABOLA),
    "odd numbers written out": (
        rod("x*(1-x)"),
        "sum(8/((2*n-1)^3*pi^3)*sin((2*n-1)*pi*x)*exp(-(2*n-1)^2*pi^2*t), n, 1, oo)",
    ),
    "even terms that vanish": (
        rod("x*(1-x)"),
        f"sum(4*(1-cos(n*pi))/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "a first mode in the closed part": (
        rod("x*(1-x) + sin(pi*x)"),
        f"exp(-pi^2*t)*sin(pi*x) + {PARABOLA}",
    ),
    "data that jump at both walls": (
        rod("1"),
        f"sum(4/(n*pi)*sin(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "data that jump inside": (
        rod("(1+sign(x-1/3))/2", WARM),
        f"2/3 - sum(2*sin(n*pi/3)/(n*pi)*cos(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "a tent": (
        rod("min(x, 1-x)"),
        f"sum(4*sin(n*pi/2)/(n^2*pi^2)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "fifths": (
        rod("min(x, 1/5)"),
        f"sum(2*(sin(n*pi/5)/(n*pi)^2 - cos(n*pi)/(5*n*pi))*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "insulated": (
        rod("x", WARM),
        f"1/2 - sum(4/(n^2*pi^2)*cos(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "one wall insulated": (
        rod("x", ("u = 0", "u_x = 0")),
        f"sum(8*sin(n*pi/2)/(n^2*pi^2)*sin(n*pi*x/2)*{HALF}, n, 1, oo, 2)",
    ),
    "the other wall insulated": (
        rod("1", ("u_x = 0", "u = 0")),
        f"sum(4*sin(n*pi/2)/(n*pi)*cos(n*pi*x/2)*{HALF}, n, 1, oo, 2)",
    ),
    "walls that are not cold": (
        rod("0", ("u = 1", "u = 2")),
        f"1 + x - sum(2*(1-2*cos(n*pi))/(n*pi)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "a source": (
        rod("0", COLD, "u_t = u_xx + x"),
        f"(x-x^3)/6 + sum(2*cos(n*pi)/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "parameters": (
        rod(
            "A*x*(1-x)", COLD, "u_t = kappa*u_xx - c*u",
            parameters={"kappa": [0.5, 2], "c": [-1, 1], "A": [1, 2]},
        ),
        "sum(8*A/(n^3*pi^3)*sin(n*pi*x)*exp(-(c + kappa*n^2*pi^2)*t), n, 1, oo, 2)",
    ),
}  # fmt: skip

WRONG = {
    "the wrong sign": (rod("x*(1-x)"), f"-{PARABOLA}"),
    "a coefficient one percent off": (
        rod("x*(1-x)"),
        f"sum(8.08/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "even numbers too": (
        rod("x*(1-x)"),
        f"sum(8/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "even numbers alone": (
        rod("x*(1-x)"),
        f"sum(8/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 2, oo, 2)",
    ),
    "the first term is missing": (
        rod("x*(1-x)"),
        f"sum(8/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 3, oo, 2)",
    ),
    "every second of the odd ones": (
        rod("x*(1-x)"),
        f"sum(8/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo, 4)",
    ),
    "every second mode of all": (
        rod("1+x"),
        f"sum((2-4*cos(n*pi))/(n*pi)*sin(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "a term twice": (
        rod("x*(1-x)"),
        f"8/pi^3*sin(pi*x)*exp(-pi^2*t) + {PARABOLA}",
    ),
    "the wrong decay": (
        rod("x*(1-x)"),
        "sum(8/(n^3*pi^3)*sin(n*pi*x)*exp(-n*pi^2*t), n, 1, oo, 2)",
    ),
    "growth": (
        rod("x*(1-x)"),
        "sum(8/(n^3*pi^3)*sin(n*pi*x)*exp(n^2*pi^2*t), n, 1, oo, 2)",
    ),
    "the wrong eigenfunction": (
        rod("x*(1-x)"),
        f"sum(8/(n^3*pi^3)*cos(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "half a wave": (
        rod("x*(1-x)"),
        f"sum(8/(n^3*pi^3)*sin(n*pi*x/2)*{HALF}, n, 1, oo, 2)",
    ),
    "even numbers where walls differ": (
        rod("x", ("u = 0", "u_x = 0")),
        f"sum(8*sin(n*pi/2)/(n^2*pi^2)*sin(n*pi*x/2)*{HALF}, n, 1, oo)",
    ),
    "the mean is missing": (
        rod("x", WARM),
        f"-sum(4/(n^2*pi^2)*cos(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "a mean too large": (
        rod("x", WARM),
        f"1 - sum(4/(n^2*pi^2)*cos(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "a closed part that misses a wall": (
        rod("0", ("u = 1", "u = 2")),
        f"1 + 2*x - sum(2*(1-3*cos(n*pi))/(n*pi)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "a closed part that misses the source": (
        rod("0", COLD, "u_t = u_xx + x"),
        f"(x-x^3)/3 + sum(4*cos(n*pi)/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "a closed part with a kink": (
        rod("abs(x-1/2)", WARM),
        f"abs(x-1/2) + sum(0*cos(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "a pole at a number that counts": (
        rod("x*(1-x)"),
        f"sum((n-3)/(n-3)*8/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
    "a term without a value at 0": (
        rod("x", WARM),
        f"1/2 - sum(2*(1-cos(n*pi))/(n^2*pi^2)*cos(n*pi*x)*{HEAT}, n, 0, oo)",
    ),
    "a phase that only some numbers notice": (
        rod("min(x, 1-x)"),
        f"sum(4*sin(n*pi/2)^3/(n^2*pi^2)*cos(n*pi)*sin(n*pi*x)*{HEAT}, n, 1, oo)",
    ),
    "another sign at 13": (
        rod("1"),
        f"sum(4*sign(n-12.5)^2/(n*pi)*sign(13.5-n)*sin(n*pi*x)*{HEAT}, n, 1, oo, 2)",
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_textbook_series_are_proved(name):
    problem, text = TRUE[name]
    certificate = certified(problem, text)
    assert certificate.is_exact, certificate
    assert certificate.notion == "classical"


@pytest.mark.parametrize("name", WRONG)
def test_wrong_series_are_not_proved(name):
    problem, text = WRONG[name]
    assert not certified(problem, text).is_exact


@pytest.mark.parametrize(
    "problem",
    [
        rod("x*(1-x)", COLD, "u_t = -u_xx"),
        rod("x*(1-x)", COLD, "u_t = k*u_xx", parameters={"k": [0, 1]}),
        rod("x*(1-x)", COLD, "u_t = u_xx - x*u"),
        rod("x*(1-x)", COLD, "u_t = u_xx + u_x"),
        rod("x*(1-x)", COLD, "u_t = u_xx*(1+u^2)"),
        rod("x*(1-x)", COLD, "u_t = abs(u_xx)"),
        rod("x*(1-x)", COLD, "u_tt = u_xx"),
        rod("x*(1-x)", ("u = 0", "u_x + u = 0")),
        rod("x*(1-x)", ("u^2 = 0", "u = 0")),
        rod("x*(1-x)", ("t*u = 0", "u = 0")),
        Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x*(1-x)")]),
        Problem(
            ["u_t = u_xx"],
            {"x": [0, 1], "t": [0, 1]},
            [("t = 1", "u = x*(1-x)"), ("x = 0", "u = 0"), ("x = 1", "u = 0")],
        ),
        Problem(
            ["u_t = u_xx"],
            {"x": [0, 1], "t": [0, 1]},
            [
                *(("t = 0", "u = x*(1-x)"), ("x = 0", "u = 0"), ("x = 1", "u = 0")),
                ("x = 1/2", "u = 0"),
            ],
        ),
    ],
    ids=str,
)  # fmt: skip
def test_other_statements_are_not_served(problem):
    assert not certified(problem, PARABOLA).is_exact


def test_lying_antiderivatives_prove_nothing():
    problem = rod("x*(1-x)")
    doubled = f"sum(16/(n^3*pi^3)*sin(n*pi*x)*{HEAT}, n, 1, oo, 2)"

    def twice(coefficients, name, frequency, sine):
        return tuple(number(2) * one for one in antiderivative(coefficients, name, frequency, sine))

    series = read_series(doubled, problem.answer_scope)
    lines, _ = examine(problem, series, Budget.unlimited(), Advisor, twice)
    unproved = [line.reason.code for line in lines if not isinstance(line, Proved)]
    assert Code.SERIES_INTEGRAL in unproved


def test_antiderivatives_that_jump_prove_nothing():
    problem = rod("x*(1-x)")
    step = parse("atan(1/(s - 1/2)) + atan(s - 1/2)", Scope(("s",)))

    def jumping(coefficients, name, frequency, sine):
        cosine, other = antiderivative(coefficients, name, frequency, sine)
        return cosine + step.substitute({Symbol("s"): symbol(name)}), other

    series = read_series(PARABOLA, problem.answer_scope)
    lines, _ = examine(problem, series, Budget.unlimited(), Advisor, jumping)
    assert not all(isinstance(line, Proved) for line in lines)


@pytest.mark.parametrize(
    "series",
    [
        replace(SERIES, index="s#"),
        replace(SERIES, step=0),
        replace(SERIES, first=-1),
        replace(SERIES, index="x"),
    ],
)
def test_series_that_no_text_can_write_are_refused(series):
    with pytest.raises(ExpressionError):
        verify_series_here(rod("x*(1-x)"), series)


@pytest.mark.parametrize("data", ["abs(k-1)*x*(1-x)", "max(x*(1-x), k)", "abs(x-k)"])
def test_a_parameter_must_not_decide_which_formula_holds(data):
    problem = rod(data, parameters={"k": [0, 2]})
    text = "sum(8*(k-1)/(n^3*pi^3)*sin(n*pi*x)*exp(-n^2*pi^2*t), n, 1, oo, 2)"
    assert not certified(problem, text).is_exact


def test_powers_and_roots_that_stay_away_from_zero_are_smooth():
    problem = rod("sqrt(k)*x*(1-x)", parameters={"k": [1, 2]})
    text = "sum(8*sqrt(k)*(n*pi)^(-3)*sin(n*pi*x)*exp(-n^2*pi^2*t), n, 1, oo, 2)"
    assert certified(problem, text).is_exact


def test_the_child_proves_the_same():
    problem, text = TRUE["parabola"]
    answer = read_answer(problem, f"u = {text}")
    assert verify(problem, answer).is_exact
    wrong = read_answer(problem, f"u = -{text}")
    assert not verify(problem, wrong).is_exact


def test_a_series_answers_one_unknown_alone():
    problem = Problem(["u_t = v", "v_t = u"], {"t": [0, 1]}, [], unknowns=["u", "v"])
    answer = read_answer(problem, "u = sum(t^2/n^2, n, 1, oo); v = 0")
    assert isinstance(answer["v"], Expression)
    with pytest.raises(ExpressionError, match="one unknown"):
        verify(problem, answer)
