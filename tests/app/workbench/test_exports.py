"""What the workbench shows and exports: formulas, pictures, code, reports."""

import asyncio
import json
import math
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
import sympy

from support.served import HEAT
from symplex.app.workbench import reports as module
from symplex.app.workbench.exports import FORMS, export
from symplex.app.workbench.limits import Limits
from symplex.app.workbench.pictures import View, picture
from symplex.app.workbench.rendering import Renderer, finite, rendered_problem
from symplex.app.workbench.reports import POLICY, Reports
from symplex.errors import SettingsError
from symplex.notation.export import Target
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.verdict import Verdict
from symplex.solver.solution.solution import Solution

# What the page is given of a problem.


@pytest.mark.parametrize("name", bundled_names(""))
def test_bundled_problems_can_be_shown(name):
    shown = rendered_problem(bundled(name))
    json.dumps(shown, allow_nan=False)
    assert all(equation["math"].startswith("<math") for equation in shown["equations"])
    assert "Find" in shown["summary"]


def test_parameters_and_constants_are_told_apart():
    problem = Problem(
        equations=["u_t = k*a*u_xx"],
        domain={"x": [0, "2*pi"], "t": [0, 1]},
        conditions=[("t = 0", "u = sin(x)")],
        parameters={"k": [1, 2], "a": "1/3"},
    )
    shown = rendered_problem(problem)
    assert [one["name"] for one in shown["parameters"]] == ["k"]
    assert [one["text"] for one in shown["constants"]] == ["a"]
    assert shown["conditions"][0]["where"] == "t = 0"
    assert shown["domain"][0]["high"] == pytest.approx(6.2831853)


def test_what_is_declared_is_shown():
    plain = rendered_problem(bundled("heat"))
    assert (plain["time"], plain["statedTime"], plain["ends"]) == ("t", None, [])
    problem = Problem(
        ["u_s = u_rr"], {"r": [0, 1], "s": [0, 1]}, time="s", free=["r = 1"], open=["s"]
    )
    shown = rendered_problem(problem)
    assert (shown["time"], shown["statedTime"]) == ("s", "s")
    kinds = [(one["kind"], one["text"]) for one in shown["ends"]]
    assert kinds == [("free", "r = 1"), ("open", "s = 0"), ("open", "s = 1")]
    assert all(one["math"].startswith("<math") for one in shown["ends"])


@pytest.mark.parametrize("name", bundled_names())
def test_markup_is_well_formed_and_of_the_elements_that_the_page_copies(name):
    known = {"math", "mrow", "mi", "mn", "mo", "msub", "msup", "mfrac", "msqrt", "mspace"}
    shown = rendered_problem(bundled(name), summary=False)
    for equation in (*shown["equations"], *shown["conditions"]):
        root = ElementTree.fromstring(equation["math"])
        assert {element.tag.partition("}")[2] for element in root.iter()} <= known


def test_candidates_have_few_digits_and_answers_all():
    renderer = Renderer(bundled("heat"))
    shown = renderer.glance("0.123456789*x")
    assert "<mn>0.12346</mn>" in shown["math"]
    assert (shown["text"], shown["short"]) == ("0.123456789*x", "0.12346*x")
    assert "<mn>0.123456789</mn>" in renderer.answer({"u": "0.123456789*x"})[0]["math"]
    assert renderer.glance("1/3*x")["math"].count("<mn>") == 2
    unread = {"text": "no formula (", "short": "no formula (", "math": ""}
    assert renderer.glance("no formula (") == unread


def test_formulas_of_a_system_are_split():
    problem = bundled("heat")
    (candidate,) = Renderer(problem).candidates([("x; y", 0.5)])
    assert [one["text"] for one in candidate["formulas"]] == ["x", "y"]


def test_only_finite_numbers_are_numbers():
    assert finite(1) == 1.0
    assert finite(float("nan")) is None
    assert finite("1") is None


# Values for pictures: the formula's own, at the points that were asked for.

PROBLEM = Problem.from_bytes(HEAT.encode(), "test")
LIMITS = Limits(points=5, pixels=3)


def drawn(formula, view, problem=PROBLEM):
    found = picture(problem, read_answer(problem, formula), view, LIMITS)
    json.dumps(found, allow_nan=False)
    return found


def test_a_curve_has_the_values_of_the_formula():
    found = drawn("exp(-t)*sin(x)", View("u", "x", at={"t": 1.0}))
    expected = [math.exp(-1) * math.sin(math.pi * k / 2) for k in range(5)]
    assert found["values"] == pytest.approx(expected, abs=1e-6)
    assert found["at"] == {"t": 1.0}
    assert found["up"] is None


def test_the_scale_stays_while_a_slider_moves():
    scales = [
        (found["low"], found["high"])
        for t in (0.0, 1.0)
        if (found := drawn("exp(-t)*sin(x)", View("u", "x", at={"t": t})))
    ]
    assert scales[0] == scales[1]
    assert scales[0][0] == pytest.approx(-1, abs=0.01)


def test_a_map_has_rows_upward():
    found = drawn("x + 100*t", View("u", "x", "t"))
    assert [row[0] for row in found["values"]] == pytest.approx([0, 50, 100])
    assert found["up"] == {"name": "t", "low": 0.0, "high": 1.0}


def test_what_has_no_value_is_none_and_poles_do_not_set_the_scale():
    found = drawn("log(x)", View("u", "x"))
    assert found["values"][0] is None
    found = drawn("1/(x - 2.00001)", View("u", "x"))
    assert found["high"] < 1000


def test_a_constant_has_a_scale_too():
    found = drawn("7", View("u", "x"))
    assert found["values"] == [7.0] * 5
    assert found["low"] < 7 < found["high"]


def test_values_outside_are_brought_back():
    for given, used in ((1e9, 1.0), (-math.inf, 0.0), (math.nan, 0.5)):
        assert drawn("t", View("u", "x", at={"t": given}))["values"] == [used] * 5


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (View("v", "x"), "no formula for 'v'"),
        (View("u", "q"), "no 'q'"),
        (View("u", "x", "q"), "no 'q'"),
        (View("u", "x", "x"), "both axes"),
        (View("u", "x", at={"q": 1.0}), "no 'q'"),
    ],
)
def test_what_the_problem_does_not_have_is_an_error(view, said):
    with pytest.raises(SettingsError, match=said):
        drawn("x", view)


def test_many_sides_are_no_trouble():
    names = [f"x{k}" for k in range(1, 11)]
    problem = Problem(
        equations=["u_x1 = 0"], domain={name: [0, 1] for name in names}, conditions=[]
    )
    assert len(drawn(" + ".join(names), View("u", "x1"), problem)["values"]) == 5


# Files to take away.


def file_of(solved, form):
    return export(solved.verified("heat-1"), form, "heat-1")


def written(solved, form):
    return file_of(solved, form)[0]


def test_text_latex_and_json(solved):
    assert written(solved, "text") == "u = exp(-t)*sin(x)\n"
    assert written(solved, "latex").startswith("u = \\exp")
    assert json.loads(written(solved, "json"))["status"] == "exact"


def test_the_source_for_numpy_runs(solved):
    scope = {}
    exec(written(solved, "numpy"), scope)  # our own text
    assert scope["u"](np.pi / 2, 1.0) == pytest.approx(np.exp(-1))


def test_the_source_for_sympy_runs(solved):
    scope = {}
    exec(written(solved, "sympy"), scope)  # our own text
    x, t = (sympy.Symbol(name, real=True) for name in "xt")
    assert sympy.simplify(scope["u"] - sympy.exp(-t) * sympy.sin(x)) == 0


@pytest.mark.parametrize("form", ["", "../text", "exe"])
def test_other_forms_are_refused(solved, form):
    with pytest.raises(SettingsError, match="there is no export"):
        written(solved, form)


def test_every_language_has_its_file(solved):
    assert list(FORMS) == [target.value for target in Target]
    names = [file_of(solved, form)[1] for form in FORMS]
    assert len(set(names)) == len(FORMS)
    assert "heat-1.c" in names
    assert "u.m" in names  # MATLAB finds a function by it
    assert "double u(double x, double t)" in written(solved, "c")


def test_without_an_answer_there_is_nothing_to_export(solved):
    nothing = Solution(solved.problem("heat-1"), Verdict.NONE, {}, None)
    with pytest.raises(SettingsError, match="no formula"):
        export(nothing, "text", "heat-1")


def test_no_file_has_a_status_that_was_saved_only(forged):
    runs = forged("cos(x) + t")
    assert runs.report("heat-1").solution["status"] == "exact"
    answer = runs.verified("heat-1")
    assert export(answer, "numpy", "heat-1")[0].startswith("# ")
    assert "approximate" in export(answer, "numpy", "heat-1")[0].splitlines()[0]
    written = json.loads(export(answer, "json", "heat-1")[0])
    assert written["status"] == "approximate"
    assert not all(check["proved"] for check in written["certificate"]["checks"])


# Reports come from another process, one at a time, and are shown in a sandbox.

WRITES = "import sys, pathlib; pathlib.Path(sys.argv[3]).write_text('<p>' + sys.argv[1])"
FAILS = "import sys; sys.exit('symplex: there is nothing to report')"


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda _: object())

    def with_program(program):
        monkeypatch.setattr(module, "_COMMAND", (sys.executable, "-c", program))
        return Reports()

    return with_program


def test_a_report_is_what_the_program_wrote(made, tmp_path):
    assert asyncio.run(made(WRITES).page(tmp_path)) == f"<p>{tmp_path}"


def test_a_reason_is_told(made, tmp_path):
    with pytest.raises(SettingsError, match="there is nothing to report"):
        asyncio.run(made(FAILS).page(tmp_path))


def test_a_program_that_does_not_end_is_ended(made, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_SECONDS", 0.5)
    with pytest.raises(SettingsError, match="took longer"):
        asyncio.run(made("import time; time.sleep(600)").page(tmp_path))


def test_without_the_room_there_are_none(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    assert not Reports().are_made
    with pytest.raises(SettingsError, match="no reports"):
        asyncio.run(Reports().page(tmp_path))


def test_a_report_has_no_origin():
    assert POLICY.startswith("sandbox")
    assert "allow-same-origin" not in POLICY
    assert "connect-src" not in POLICY  # so that `default-src 'none'` holds
