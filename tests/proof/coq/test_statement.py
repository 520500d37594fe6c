"""What a Coq file states: the problem, its domain, the document."""

import re
import shutil
from fractions import Fraction

import pytest

from symplex.errors import ExpressionError
from symplex.expression import number
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.coq import coq_file
from symplex.proof.coq.claims import definitions, proposition
from symplex.proof.coq.domain import Ends, stated_domain
from symplex.proof.coq.statement import statement_of
from symplex_benchmarks.bench._coq import compile_file

# What a reader of the file reads.


def stated(problem: Problem, answer: str):
    return statement_of(problem, read_answer(problem, answer))


HEAT = Problem(
    ["u_t = kappa*u_xx"],
    {"x": [0, "2*pi"], "t": [0, 1]},
    [("t = 0", "u = sin(x)"), ("x = 0", "u_x = exp(-kappa*t)")],
    parameters={"kappa": [1, 2]},
)


def test_an_equation_quantifies_over_the_open_box_and_the_parameters():
    text = proposition(made := stated(HEAT, "exp(-kappa*t)*sin(x)"), made.parts[0])
    for line in (
        "forall kappa x t : R,",
        "1 <= kappa <= 2 ->",
        "0 < x ->",  # no condition at 2π: all of space is meant there
        "0 < t < 1 ->",
        "u_t_exists kappa x t",
        "u_x_x_exists kappa x t",
        "u_t kappa x t = kappa * u_x_x kappa x t.",
    ):
        assert line in text


def test_a_condition_holds_on_the_closed_face():
    made = stated(HEAT, "exp(-kappa*t)*sin(x)")
    first, second = (proposition(made, part) for part in made.parts[1:])
    assert "0 <= x ->" in first
    assert "u kappa x 0 = sin x." in first
    assert "exists" not in first
    assert "0 <= t <= 1 ->" in second
    assert "u_x_exists kappa 0 t" in second


def test_derivatives_are_iterated_and_exist_nearby():
    text = "\n".join(definitions(stated(HEAT, "exp(-kappa*t)*sin(x)")))
    assert "Definition u (kappa x t : R) : R :=\n  exp (- kappa * t) * sin x." in text
    assert "Definition u_x_x (kappa x t : R) : R := Derive (fun x => u_x kappa x t) x." in text
    assert "locally x (fun x => u_x_exists kappa x t) /\\ ex_derive (fun x => u_x" in text


def test_what_the_statement_differentiates_keeps_its_form():
    problem = Problem(["u_t + diff(u^2/2, x) = 0"], {"x": [0, 1], "t": [0, 1]})
    made = stated(problem, "x/(1 + t)")
    text = "\n".join(definitions(made))
    assert "Definition flux1 (x t : R) : R :=\n  u x t ^ 2 / 2." in text
    assert "u_t x t + flux1_x x t = 0" in proposition(made, made.parts[0])


def test_what_stands_inside_a_flux_must_be_defined_nearby():
    # Coq's Derive has a value where there is no derivative, and 1/0 is 0 there.
    problem = Problem(["u_t + diff(u_x/u, x) = 0"], {"x": [1, 2], "t": [0, 1]})
    text = "\n".join(definitions(stated(problem, "log(x)")))
    claims = "  u_x_exists x t /\\\n  0 < x /\\\n  u x t <> 0."
    assert f"Definition flux1_defined (x t : R) : Prop :=\n{claims}" in text
    assert "locally x (fun x => flux1_defined x t) /\\ ex_derive (fun x => flux1 x t) x." in text


def test_fluxes_inside_fluxes_must_exist():
    problem = Problem(["diff(x*diff(x*u_x, x), x) = 0"], {"x": [1, 2]})
    text = "\n".join(definitions(stated(problem, "log(x)")))
    assert "Definition flux2_defined (x : R) : Prop :=\n  flux1_x_exists x." in text


def test_a_broken_power_of_zero_is_refused():
    # Coq's Rpower 0 (4/3) is 1.
    problem = Problem(["u_x = 4/3*x^(1/3)"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    made = stated(problem, "x^(4/3)")
    assert "0 < x /\\" in proposition(made, made.parts[0])
    with pytest.raises(ExpressionError, match="0 must be > 0"):
        proposition(made, made.parts[1])


def test_an_answer_that_ends_does_not_shrink_the_domain():
    # No condition at x = 0 and x = 1: all of space is meant, and sqrt(x + 5) is no answer there.
    problem = Problem(["u_t = 0"], {"x": [0, 1], "t": [0, 1]}, [("t = 0, x = 0", "u = 5")])
    made = stated(problem, "sqrt(x + 25)")
    assert not made.bounded
    assert "forall x t : R,\n    0 < t < 1 ->\n    u_t_exists" in proposition(made, made.parts[0])


def test_data_that_end_at_a_free_end():
    domain = {"x": [-2, 1], "t": [0, 1]}
    problem = Problem(["u_t = 0"], domain, [("t = 0", "u = sqrt(x + 2)")], free=["x = -2"])
    made = stated(problem, "sqrt(x + 2)")
    assert not made.bounded
    assert "-2 < x ->" in proposition(made, made.parts[0])
    assert "-2 <= x ->" in proposition(made, made.parts[1])


def test_an_end_that_is_open_is_left_out():
    domain = {"x": [0, 2], "t": [0, 1]}
    problem = Problem(["u_t = 0"], domain, [("t = 0", "u = log(x)")], open=["x = 0"])
    made = stated(problem, "log(x)")
    assert made.bounded == ("x",)
    assert "forall x : R,\n    0 < x ->" in proposition(made, made.parts[1])


def test_denominators_and_roots_are_part_of_the_claim():
    domain = {"x": [0, 2], "t": [0, 1]}
    problem = Problem(["u_t = u_x"], domain, [("t = 0", "u = log(x)")], open=["x = 0"])
    made = stated(problem, "sqrt(x)/(1 + t)")
    assert "1 + t <> 0" in proposition(made, made.parts[0])
    assert "0 <= x" in proposition(made, made.parts[1])
    assert "0 < x" in proposition(made, made.parts[1])


def test_a_formula_that_is_undefined_on_a_face_is_refused():
    problem = Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = 1")])
    with pytest.raises(ExpressionError, match="defined at every point"):
        stated_text = stated(problem, "erf(x/(2*sqrt(t)))")
        proposition(stated_text, stated_text.parts[1])


def test_no_text_of_a_user_ends_a_comment():
    problem = Problem(["(u)*(u_t) = 0"], {"x": [0, 1], "t": [0, 1]})
    made = stated(problem, "1")
    first = proposition(made, made.parts[0]).splitlines()[0]
    assert first.count("(*") == first.count("*)") == 1


# The points that a statement in Coq is about.

ANYWHERE = Ends(None, None)


def along_x(datum: str, source: str = "0", **declared) -> Ends:
    problem = Problem(
        [f"u_t = x*u^2 + {source}"],
        {"x": [-1, 0.5], "t": [0, 1]},
        [("t = 0", f"u = {datum}")],
        **declared,
    )
    return stated_domain(problem)["x"]


@pytest.mark.parametrize(
    "source",
    [
        "log(exp(x^3)) - x^3",  # exp(x^3) is 0 or infinite in double precision, and never in truth
        "1/cosh(40*x)",
        "log(1 + exp(40*x))",
        "1/exp(-x^2)",
        "sqrt(x^2 + 1/10^40)",
    ],
)
def test_what_only_rounding_makes_undefined_ends_nothing(source):
    assert along_x("1", source) == ANYWHERE


def test_data_end_where_the_statement_says_so():
    for datum in ("1 + 0*sqrt(8 - x)", "1 + 0*log(8 - x)"):
        with pytest.raises(ExpressionError, match="not shown to be defined on all of its domain"):
            along_x(datum)
        assert along_x(datum, free=["x = 0.5"]) == Ends(None, number(Fraction(1, 2)))
    half = Ends(None, number(Fraction(1, 2)), high_open=True)
    assert along_x("1 + 0*log(1/2 - x)", open=["x = 0.5"]) == half


def test_an_end_on_which_the_equation_is_undefined_is_left_out():
    found = along_x("1", "0*u_x/(1 + x)")
    assert found == Ends(number(-1), None, low_open=True)


def test_parameters_and_time_keep_their_closed_ranges():
    problem = Problem(["u_t = k*u"], {"x": [0, 1], "t": [0, 1]}, parameters={"k": [1, 2]})
    found = stated_domain(problem)
    assert found["k"] == Ends(number(1), number(2))
    assert found["t"] == Ends(number(0), number(1))


@pytest.mark.parametrize("datum", ["sqrt(1 - x^2)", "0*sqrt(1 - sin(x)^2 - cos(x)^2 - 1/10^30)"])
def test_a_domain_that_is_not_known_is_refused(datum):
    with pytest.raises(ExpressionError, match="not known here: the statement is not shown"):
        along_x(datum)


# Whole files: what is in them, and what Coq says of them.

needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None,
    reason="coqc is not on the PATH: apt-get install coq libcoq-coquelicot",
)
DECAY = Problem(
    ["u_t = -kappa*u"], {"t": [0, 1]}, [("t = 0", "u = 2")], parameters={"kappa": [1, 2]}
)
SPREADING = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = exp(-x^2)")])
SYSTEM = Problem(
    ["u_t = v", "v_t = -u"],
    {"t": [0, "2*pi"]},
    [("t = 0", "u = 0"), ("t = pi/2", "u = 1"), ("t = 0", "v = 1")],
    unknowns=["u", "v"],
)
RIGHT = [
    (DECAY, "2*exp(-kappa*t)"),
    (SPREADING, "exp(-x^2/(1 + 4*t))/sqrt(1 + 4*t)"),
    (SYSTEM, "u = sin(t); v = cos(t)"),
]
WRONG = [
    (DECAY, "2*exp(-1.01*kappa*t)"),
    (DECAY, "2.01*exp(-kappa*t)"),
    (SPREADING, "exp(-x^2/(1 + 4*t))/sqrt(1 + 3*t)"),
    (SYSTEM, "u = sin(t); v = cos(t) + t/100"),
]


def written(problem: Problem, answer: str) -> str:
    return coq_file(problem, read_answer(problem, answer))


@pytest.mark.parametrize(("problem", "answer"), [*RIGHT, *WRONG])
def test_a_file_takes_nothing_for_granted(problem, answer):
    text = written(problem, answer)
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Hypothesis|Conjecture)\b", text)
    names = re.findall(r"Definition (equation_\d+|condition_\d+)", text)
    assert len(names) == len(problem.all_equations)
    names = [*re.findall(r"Definition (answer_defined)", text), *names]
    claim = " /\\ ".join(names)
    assert f"Theorem solved : {claim}." in text
    assert all(f"Lemma {name}_holds : {name}." in text for name in names)
    assert text.endswith("Print Assumptions solved.\n")


def test_the_answer_is_stated_to_be_defined_on_the_closed_box():
    text = written(SPREADING, "exp(-x^2/(1 + 4*t))/sqrt(1 + 4*t)")
    (claim,) = re.findall(r"Definition answer_defined : Prop :=\n(.*?)\.\n", text, re.DOTALL)
    assert "0 <= t <= " in claim
    assert "0 <= 1 + 4 * t" in claim
    assert "Definition answer_defined" not in written(DECAY, "2*exp(-kappa*t)")


def test_what_is_not_smooth_is_refused_with_a_sentence():
    with pytest.raises(ExpressionError, match="smooth"):
        written(bundled("eikonal"), "max(sqrt(x^2 + y^2) - t, 0)")


def first_alone(pairs):
    """The first runs every time, the others are slow."""
    return [pairs[0], *(pytest.param(*pair, marks=pytest.mark.slow) for pair in pairs[1:])]


@needs_coq
@pytest.mark.parametrize(("problem", "answer"), first_alone(RIGHT))
def test_coq_accepts_what_is_right(problem, answer):
    said = compile_file(shutil.which("coqc"), written(problem, answer))
    assert said.accepted, said.reason


@needs_coq
@pytest.mark.parametrize(("problem", "answer"), first_alone(WRONG))
def test_coq_refuses_a_wrong_constant(problem, answer):
    said = compile_file(shutil.which("coqc"), written(problem, answer))
    assert not said.accepted
    assert "Error" in said.reason
