"""The report: one page that needs nothing else."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from xml.etree import ElementTree

import numpy as np
import pytest

from support.answers import EIKONAL, HEAT, answer
from support.checks import check
from support.saved import ended
from support.served import HEAT as HEAT_FILE
from symplex.app import report
from symplex.app.cli.main import main
from symplex.app.report import report_html
from symplex.app.report.javascript import to_javascript
from symplex.app.report.markup import Html, html, joined, table, tag
from symplex.app.report.sections import statement
from symplex.codes import told
from symplex.errors import ExpressionError
from symplex.expression import number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.proof.certificate import conclude
from symplex.proof.verdict import Verdict
from symplex.solver.approximation import Approximation
from symplex.solver.solution.solution import Solution
from symplex.work.runs.folder import read_run

EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(2)">&amp;$\\frac{'
NODE = shutil.which("node")


class Reader(HTMLParser):
    """The elements and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append(data)


def with_front(solution: Solution) -> Solution:
    one = Approximation(3, 0.01, {"u": solution.formulas["u"]})
    return Solution(
        solution.problem, Verdict.APPROXIMATE, solution.formulas,
        conclude([check("u_t = 0", EVIL, reason=told(EVIL))]), front=(one,), remarks=(told(EVIL),),
        stop_reason=EVIL,
    )  # fmt: skip


@pytest.fixture(scope="module")
def page():
    return report_html(with_front(answer("parametric-heat", HEAT)))


def test_what_is_declared_stands_in_the_statement():
    problem = Problem(["u_s = u_x"], {"x": [0, 1], "s": [0, 1]}, time="s", free=["x"], open=["s"])
    shown = str(statement(problem, None))
    assert shown.count("free end") == 2
    assert shown.count("open end") == 2
    assert "<td>time</td>" in shown


def test_every_section_is_there(page):
    ids = {given.get("id") for _, given in Reader(page).elements}
    sections = {
        "answer",
        "problem",
        "explore",
        "pictures",
        "certificate",
        "front",
        "course",
        "reuse",
    }
    assert sections <= ids


def test_where_the_answer_comes_from_is_told(page):
    assert "candidates by origin" not in page
    solution = with_front(answer("parametric-heat", HEAT))
    origin = Origin(Writer.REDUCTION, EVIL, Origin(Writer.ANSATZ))
    told = report_html(replace(solution, origin=origin, candidates_by_origin={origin: 12}))
    texts = Reader(told).texts
    assert f"reduction: {EVIL} > ansatz" in texts
    assert f"reduction: {EVIL} 12" in texts


def test_the_page_needs_nothing_else(page):
    for name, given in Reader(page).elements:
        assert name not in ("link", "iframe", "object", "base"), name
        for key, value in given.items():
            if key in ("src", "srcset", "href", "action"):
                assert value.startswith(("data:image/", "#")), value
    assert "default-src 'none'" in page


def test_formulas_are_sound_mathml(page):
    found = re.findall(r"<math .*?</math>", page, re.DOTALL)
    assert len(found) > 5
    for one in found:
        ElementTree.fromstring(one.replace("&#x2062;", ""))


def test_pictures_are_there_for_light_and_dark(page):
    images = [given for name, given in Reader(page).elements if name == "img"]
    dark = [given for name, given in Reader(page).elements if name == "source"]
    assert len(images) == len(dark) == 3
    assert all(image["alt"] for image in images)


def test_script_in_names_formulas_and_notes_stays_text():
    problem = Problem(["u_t = 0"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")], name=EVIL)
    page = report_html(with_front(answer(problem, "x")))
    read = Reader(page)
    assert [name for name, _ in read.elements].count("script") == 2  # the data, and our own
    assert not [given for _, given in read.elements if any(key.startswith("on") for key in given)]
    assert "x" not in [given.get("src") for _, given in read.elements]
    assert EVIL in "".join(read.texts)


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_slider_changes_what_is_drawn(tmp_path):
    page = report_html(answer("eikonal", EIKONAL))
    code = page.rpartition("<script>")[2].partition("</script>")[0]
    data = page.partition('id="data">')[2].partition("</script>")[0]
    (tmp_path / "page.js").write_text(STAND_IN % (data, code.removeprefix('"use strict";')))
    told = subprocess.run([NODE, str(tmp_path / "page.js")], capture_output=True, text=True)
    assert told.stderr == ""
    before, after = told.stdout.splitlines()
    assert before.startswith("t = 0.5: u from 0 to ")
    assert after.startswith("t = 1: u from 0 to ")
    assert float(before.rpartition(" ")[2]) == pytest.approx(2**0.5 - 0.5, abs=0.05)
    assert float(after.rpartition(" ")[2]) == pytest.approx(2**0.5 - 1, abs=0.05)


STAND_IN = """
const anything = () => new Proxy(function () {}, {
  get: (_, key) => key === Symbol.toPrimitive ? () => "" : key === "data" ? [] : anything(),
  apply: () => anything(), set: () => true });
class Element {
  constructor(kind) { this.kind = kind; this.children = []; this.heard = {}; }
  setAttribute(key, value) { this[key] = value; }
  append(...more) { this.children.push(...more); }
  replaceChildren(...more) { this.children = more; }
  addEventListener(name, act) { this.heard[name] = act; }
  getContext() { return anything(); }
}
const root = new Element("div"), data = { textContent: JSON.stringify(%s) };
globalThis.document = { createElement: (kind) => new Element(kind), documentElement: {},
  querySelectorAll: () => [],
  getElementById: (key) => key === "data" ? data : root };
globalThis.getComputedStyle = () => ({ getPropertyValue: () => "black" });
globalThis.matchMedia = () => ({ addEventListener: () => {} });
%s
const all = (one) => [one, ...(one.children ?? []).flatMap(all)];
const said = all(root).find((one) => one.className === "said");
console.log(said.textContent);
const slider = all(root).find((one) => one.type === "range");
slider.value = 1; slider.heard.input();
console.log(said.textContent);
"""


def test_no_formula_and_no_run_are_said(tmp_path, capsys):
    none = Solution(answer("eikonal", EIKONAL).problem, Verdict.NONE, {}, None)
    page = report_html(none)
    assert "No formula found" in page
    assert "<script" not in page
    assert main(["report", str(tmp_path)]) == 2
    assert "holds no run" in capsys.readouterr().err


def test_a_course_is_drawn_where_losses_were_recorded(tmp_path):
    ended(tmp_path, "run", HEAT_FILE, "u = exp(-t)*sin(x)")
    assert "The course of the run" in report_html(read_run(tmp_path / "run"))


def test_a_run_has_a_page_with_its_settings(tmp_path, capsys):
    folder, target = tmp_path / "run", tmp_path / "page.html"
    main(["solve", "hj-convex", "--quiet", "--max-candidates", "500", "--output", str(folder)])
    assert main(["report", str(folder), "--to", str(target)]) == 0
    page = target.read_text(encoding="utf-8")
    assert "max_candidates" in page
    assert "Uniqueness: the only one among uniformly continuous viscosity solutions" in page
    assert "host" not in [text.strip() for text in Reader(page).texts]


def test_text_is_escaped_and_markup_is_not():
    assert tag("p", "<b> & 'c'", Html("<i>d</i>")).source == (
        "<p>&lt;b&gt; &amp; &#x27;c&#x27;<i>d</i></p>"
    )
    assert joined("<", None, Html(">")).source == "&lt;>"
    assert html(None).source == ""
    assert (Html("a") + Html("b")).source == "ab"


@pytest.mark.parametrize("value", ['"><script>', "' onload='x", "a&b"])
def test_attributes_cannot_be_left(value):
    made = tag("p", id=value).source
    assert made.count('"') == 2
    assert "<script>" not in made


def test_a_table_can_be_reached_by_keyboard():
    made = table(("a", "b"), [("1", Html("<i>2</i>"))], "numbers").source
    assert '<th scope="col">a</th>' in made
    assert "<td><i>2</i></td>" in made
    assert 'tabindex="0" role="region" aria-label="numbers"' in made


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
