"""What the child process computes when it is answer_to for more than other forms."""

import pytest

from symplex.exact.tasks import TASKS
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.expression.transport import from_words, to_words

SCOPE = Scope(("x", "t", "y"), ("k",), ("u", "v"))
SIGNS = {"x": "positive", "t": "real", "y": "real", "k": "positive"}


def answer_to(task, **question):
    return TASKS[task]({"symbols": SIGNS, **question})


def texts(answer):
    return [to_text(from_words(words)) for words in answer]


def words(text):
    return to_words(parse(text, SCOPE))


def test_integrals():
    assert texts(answer_to("integrate", formula=words("k*cos(k*x)"), variable="x")) == ["sin(k*x)"]
    assert answer_to("integrate", formula=words("exp(x)/x"), variable="x") == []


def test_hyperbolic_arcs_are_logarithms():
    (found,) = texts(answer_to("integrate", formula=words("1/sqrt(x^2 + 1)"), variable="x"))
    assert "log" in found


def test_solutions():
    assert texts(answer_to("solve", formula=words("exp(y) - k"), variable="y")) == ["log(k)"]


@pytest.mark.parametrize("equation", ["u_t - k*u", "u_t + 2*t*u", "u_t - u^2"])
def test_differential_equations(equation):
    (found,) = answer_to("dsolve", equations=[words(equation)], variable="t", unknowns=["u"])
    assert "c#1" in from_words(found["u"]).symbols


def test_systems():
    (found,) = answer_to(
        "dsolve", equations=[words("u_t - v"), words("v_t - u")], variable="t", unknowns=["u", "v"]
    )
    assert set(found) == {"u", "v"}


def test_every_branch_is_handed_over():
    found = answer_to("dsolve", equations=[words("u*u_t - t")], variable="t", unknowns=["u"])
    assert len(found) == 2
