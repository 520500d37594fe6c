import pytest

from support.answers import answer
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.solver.approximation import Approximation, Measured
from symplex.solver.pictures import front_figure


def approximation(text, error=None, loss=0.01):
    formula = parse(text, bundled("hj-convex").answer_scope)
    measured = None if error is None else Measured(error, error, 0.0)
    return Approximation(formula.size, loss, {"u": formula}, measured)


def drawn(*front):
    return front_figure(answer("hj-convex", "x", front=front)).get_axes()


def test_every_formula_is_written_and_joined_to_its_point():
    good = approximation("min(x - t/2, 0)", 1e-3)
    left, right = drawn(approximation("0", 0.5), approximation("x - t", 0.1), good)
    assert [text.get_text() for text in right.texts] == [
        "$u = 0$",
        "$u = x - t$",
        r"$u = \min\left(x - \frac{t}{2}, 0\right)$",
    ]
    assert [text.xy for text in right.texts] == [(1, 0.5), (3, 0.1), (7, 1e-3)]
    assert left.get_yscale() == "log"
    assert "share of the range" in left.get_ylabel()


def test_without_errors_the_residual_norm_is_drawn():
    left, right = drawn(approximation("0", loss=0.04), approximation("x", 0.1, loss=0.01))
    assert left.get_ylabel() == "residual norm at sampled points; no error is measured"
    assert right.texts[0].xy[1] == pytest.approx(0.2)


def test_a_long_front_keeps_its_ends():
    chain = [approximation(" + ".join(["x"] * n), 1 / n) for n in range(1, 40)]
    _, right = drawn(*chain)
    assert len(right.texts) <= 14
    assert right.texts[0].xy == (1, 1.0)
    assert right.texts[-1].xy == (77, 1 / 39)


def test_no_front_is_said():
    (axes,) = drawn()
    assert "no front" in axes.texts[0].get_text()
