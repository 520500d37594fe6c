"""Ansätze: textbook forms with constants, for one unknown and for systems."""

import numpy as np
import pytest

from support.writing import Writing, is_whole, text_of, writing
from symplex.expression.evaluate import evaluate
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import LevenbergMarquardt
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Problem
from symplex.propose.candidates.ansatz import ansatz
from symplex.propose.candidates.ansatz_systems import of_systems
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.lifts import lifts
from symplex.propose.candidates.modes import polynomials, with_parameter

# Families of formulas: each belongs to the problem, and textbook solutions are among them.


def best_loss(problem, encoding, family):
    """The least loss that fitting reaches over a family."""
    batch = encoding.batch([tree for tree in family if tree.ids])
    objective = draw(problem, np.random.default_rng(0), Sampling())
    engine = evaluator(objective, encoding.vocabulary, 2)
    return float(
        np.nanmin(engine.fit(batch.tokens, LevenbergMarquardt(), first=batch.constants).losses)
    )


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("ode-fourth-order", None),
        ("ode-bernoulli", None),
        ("poisson-trough", None),
        ("schrodinger-well-3d", None),
        ("lq-control", "t"),
        ("sine-gordon-breather", "t"),
        ("bond-merton", "t"),
        ("hartmann-flow", None),
        ("taylor-green", "t"),
        ("heat-harmonic-well", "t"),
        ("wave-gaussian-blow", "t"),
        ("catenoid", None),
        ("timoshenko-cantilever", None),
        ("abc-flow", "t"),
        ("signalling", "t"),
    ],
)
def test_families_hold_solutions(name, variable):
    problem = bundled(name)
    if problem.parameters:
        problem = stages(problem)[0].problem
    encoding = Writing(problem).encoding
    start = {"lq-control": 1, "bond-merton": 1}.get(name, 0)
    released = None if variable is None else encoding.symbol(variable)
    new = released - start if released is not None and start else released
    assert best_loss(problem, encoding, ansatz(problem, encoding, new)) < 1e-18


def test_a_layer_of_any_thickness():
    problem, encoding = bundled("boundary-layer"), writing("boundary-layer").encoding
    assert best_loss(problem, encoding, with_parameter(problem, encoding.symbol("eps"))) < 1e-18


def test_data_and_a_slope_of_theirs_turn_into_each_other():
    problem, encoding = bundled("skew-heat"), writing("skew-heat").encoding
    start = encoding.encode(stages(problem)[0].problem.equations[0].right)
    family = lifts(start, encoding.symbol("t"), problem.space)
    assert best_loss(problem, encoding, family) < 1e-18


def test_polynomials_have_every_term():
    plane = Problem(["u_t = u_x"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")])
    six = Problem(["u_a = 0"], {name: [0, 1] for name in "abcdef"}, [("a = 0", "u = b")])
    square, *_ = polynomials(["x", "t"], Writing(plane).encoding)
    many = list(polynomials(list("abcdef"), Writing(six).encoding))
    point = {"x": 2.0, "t": 3.0}
    assert len(square.constants) == 6
    sum_of_terms = square.encoding.decode(square.with_constants([1.0] * 6))
    assert float(evaluate(sum_of_terms, point)) == 1 + 2 + 4 + 3 + 9 + 6
    assert len(many) == 1


def test_formulas_use_the_problem_s_variables_alone():
    problem = Problem(
        equations=["u_t = u_xx"], domain={"x": [0, 1], "t": [0, 1]}, conditions=[("t = 0", "u = x")]
    )
    encoding = Writing(problem).encoding
    found = [tree for tree in ansatz(problem, encoding, encoding.symbol("t")) if tree.ids]
    assert len(found) > 500
    assert all(is_whole(tree) and tree.symbols <= {"x", "t"} for tree in found)


# Families for several unknowns at once.


def test_of_one_variable_each_unknown_has_constants_of_its_own():
    pair = Writing(
        Problem(
            ["u_x = v", "v_x = -u"],
            {"x": [0, 1]},
            [("x = 0", "u = 1"), ("x = 0", "v = 0")],
            unknowns=["u", "v"],
        )
    )
    found = [tree for tree in of_systems(pair.problem, pair.encoding, None) if tree.ids]
    assert all(is_whole(tree) and len(tree.components) == 2 for tree in found)
    texts = {tuple(map(text_of, tree.components)) for tree in found}
    assert ("1 + 1*x + 1*x^2",) * 2 in texts
    assert ("1*sin(1*x) + 1*cos(1*x)",) * 2 in texts
    assert ("1*1 + 1*x", "1*sin(1*x) + 1*cos(1*x)") in texts


def test_an_unknown_without_data_balances_products_of_the_others():
    flow = writing("taylor-green")
    found = list(of_systems(flow.problem, flow.encoding, flow.encoding.symbol("t")))
    assert all(is_whole(tree) and len(tree.components) == 3 for tree in found)
    pressure = flow.problem.unknowns.index("p")
    balances = {text_of(tree.components[pressure]) for tree in found}
    assert any("cos(x)*cos(x)" in text for text in balances)
    assert {tree.components[0].symbols for tree in found} == {
        frozenset({"x", "y", "t"}),
        frozenset({"x", "y"}),
    }


def test_where_every_unknown_has_data_nothing_is_to_be_balanced():
    pair = writing("acoustics-standing")
    assert not list(of_systems(pair.problem, pair.encoding, pair.encoding.symbol("t")))
    assert not list(of_systems(pair.problem, pair.encoding, None))
