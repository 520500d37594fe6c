"""Files to take away."""

import json

import numpy as np
import pytest
import sympy

from symplex.app.workbench.exports import FORMS, export
from symplex.errors import SettingsError
from symplex.notation.export import Target
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.status import SolutionStatus


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
    nothing = Solution(solved.problem("heat-1"), SolutionStatus.NONE, {}, None)
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
