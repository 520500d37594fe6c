import json
import shutil
import subprocess
from importlib.resources import files

import numpy as np
import pytest

from symplex.app import report
from symplex.app.report.javascript import to_javascript
from symplex.errors import ExpressionError
from symplex.expression import number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse

NODE = shutil.which("node")
NAMES = ("x", "t")
FORMULAS = [
    "exp(-t)*sin(x) + 2/3", "max(abs(x) - t, 0)", "min(x, sign(t - x))", "relu(x)^3 - x^(-2)",
    "erf(x/2) + erf(3*x)", "sqrt(x^2 + t^2)", "log(x)", "tanh(x) + atan(t) - cosh(x)*sinh(t)",
    "asin(x)*acos(t)", "-x - -t", "x^(1/3)", "pi*x - 1e-9", "tan(x)/(x - x)",
]  # fmt: skip


def run(code: str) -> list:
    told = subprocess.run([NODE, "-e", code], capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_the_page_computes_what_we_compute():
    rng = np.random.default_rng(1)
    points = rng.uniform(-1.5, 1.5, (40, 2)).tolist()
    scope = Scope(NAMES, (), (), {})
    trees = [parse(text, scope) for text in FORMULAS]
    coded = ", ".join(to_javascript(tree, NAMES) for tree in trees)
    script = (files(report) / "assets" / "report.js").read_text(encoding="utf-8")
    erf = script[script.index("function erf") : script.index("// Where a form")]
    text = f"{erf} const p = {json.dumps(points)}; const w = (a) => Number.isFinite(a) ? a : null;"
    shown = run(f"{text} console.log(JSON.stringify([{coded}].map((f) => p.map((v) => w(f(v))))))")
    columns = dict(zip(NAMES, np.array(points).T, strict=True))
    for tree, values, formula in zip(trees, shown, FORMULAS, strict=True):
        ours = np.broadcast_to(evaluate(tree, columns), 40)
        theirs = np.array([np.nan if value is None else value for value in values])
        defined = np.where(np.isfinite(ours), ours, np.nan)
        near = pytest.approx(defined, rel=1e-12, abs=1e-14, nan_ok=True)
        assert theirs == near, formula


def test_no_name_of_a_user_enters_the_code():
    tree = symbol("x") * symbol("alert") + number(2)
    assert to_javascript(tree, ("x", "alert")) == (
        "(v) => { const a0 = v[0] * v[1]; const a1 = a0 + 2.0; return a1; }"
    )


def test_long_formulas_and_strange_names_are_refused():
    tree = symbol("x")
    for _ in range(12):
        tree = tree + tree
    with pytest.raises(ExpressionError, match="too long for a page"):
        to_javascript(tree, ("x",))
    with pytest.raises(ExpressionError, match="no value was given for y"):
        to_javascript(symbol("y"), ("x",))
