"""The child process: right answers, and no harm from a question that never ends."""

import os
import subprocess
import sys
import time

import pytest

from symplex.algebra.sympy_client import Algebra, TimeOutError, factors_of, zero_by_algebra
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem

SCOPE = Scope(("x", "t"))
BOX = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")]).box


@pytest.mark.parametrize(
    ("text", "zero"),
    [
        ("sin(x - t) - sin(x)*cos(t) + cos(x)*sin(t)", True),
        ("sqrt(t^2) - t", True),
        ("sqrt(x^2) - x", False),
        ("sin(x)*1.000001 - sin(x)", False),
    ],
)
def test_zero_by_algebra(text, zero):
    assert (zero_by_algebra(parse(text, SCOPE), BOX.ends, 30) is not None) is zero


def test_factors_come_back_as_our_own_trees():
    constant, factors = factors_of(parse("3*x^2 + 6*x*t + 3*t^2", SCOPE), BOX.ends, 30)
    assert constant == 3
    assert [times for _, times in factors] == [2]


def test_a_question_that_takes_too_long_costs_only_itself():
    algebra = Algebra()
    question = {"task": "zero", "formula": "x", "symbols": {"x": "real"}}
    algebra.ask(question, 60)
    endless = "+".join(f"sin({n}*x)^9*cos(x/{n})^9" for n in range(2, 30))
    start = time.monotonic()
    with pytest.raises(TimeOutError):
        algebra.ask({**question, "formula": endless}, 0.3)
    assert time.monotonic() - start < 5
    assert algebra.ask(question, 60) is None
    assert algebra.ask({**question, "formula": "x - x"}, 60) == "expansion"
    algebra.close()


def test_text_that_is_no_formula_is_answered_with_nothing():
    algebra = Algebra()
    hostile = {"task": "zero", "formula": "__import__('os')", "symbols": {"x": "real"}}
    assert algebra.ask(hostile, 60) is None
    algebra.close()


def test_the_child_ends_with_its_parent():
    code = (
        "from symplex.algebra.sympy_client import Algebra; a = Algebra();"
        "a.ask({'task': 'zero', 'formula': 'x', 'symbols': {'x': 'real'}}, 60);"
        "print(a._child.pid, flush=True); import os; os._exit(1)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    child = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the child outlived its parent")
