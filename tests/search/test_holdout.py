"""What seems solved is looked at again."""

from symplex.evaluation import Sampling
from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.search.candidate import Garden
from symplex.search.holdout import HoldOut
from symplex.search.vocabulary import search_vocabulary


def losses(problem, *texts):
    words = search_vocabulary(problem)
    garden = Garden(words.vocabulary)
    check_deadline = HoldOut(problem, verification_box(problem).intervals, garden, Sampling())
    trees = [words.encodable(parse(text, problem.answer_scope)) for text in texts]
    return check_deadline.losses([garden.sprout(tree) for tree in trees if tree is not None])


def test_layers_at_a_face_are_seen():
    problem = Problem(
        equations=["u_xx = 0"],
        domain={"x": [0, 1]},
        conditions=[("x = 0", "u = 0"), ("x = 1", "u = 1")],
    )
    right, layer = losses(problem, "x", "1 - exp(-3000*x)")
    assert right < 1e-20
    assert layer > 1


def test_a_kink_outside_of_the_box_counts():
    problem = Problem(
        equations=["u_t = diff(u*u_x, x)"],
        domain={"x": [-2, 2], "t": [1, 2]},
        conditions=[("t = 1", "u = max(1 - x^2/6, 0)")],
    )
    profile = "1 - x^2*exp(-2*log(t)/3)/6"
    with_kink, without = losses(
        problem, f"max({profile}, 0)*exp(-log(t)/3)", f"({profile})*exp(-log(t)/3)"
    )
    assert with_kink < 1e-20
    assert without > 1e-3


def test_data_that_end_with_the_box_are_no_obstacle():
    problem = Problem(
        equations=["u_t + u*u_x = 0"],
        domain={"x": [0, 1], "t": [0, 1]},
        conditions=[("t = 0", "u = sqrt(x)")],
    )
    (loss,) = losses(problem, "sqrt(x + t^2/4) - t/2")
    assert loss < 1e-12
