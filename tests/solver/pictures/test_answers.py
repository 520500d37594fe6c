"""Pictures of answers: curves, surfaces, ridges, several views."""

import subprocess
import sys
import tomllib

import numpy as np
import pytest

from support.answers import EIKONAL, HEAT, answer
from support.checkout import BENCHMARKS
from symplex.errors import ExpressionError
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.solver.pictures import Theme, solution_figure
from symplex.solver.pictures.answer import require_formulas
from symplex.solver.pictures.curve import Line, break_forms, curve
from symplex.solver.pictures.figure import formula_label, is_set, name_label, new_picture, plain
from symplex.solver.pictures.ridges import ridges
from symplex.solver.pictures.solution import limits_of
from symplex.solver.pictures.views import families, held_values, maps, rounded
from symplex.solver.solution.solution import Solution


def axes_of(picture):
    return [axes for axes in picture.get_axes() if axes.get_xlabel()]


def test_curves_and_maps_of_the_eikonal_problem():
    curves, *fields = axes_of(solution_figure(answer("eikonal", EIKONAL)))
    assert len(fields) == 3
    drawn = [line for line in curves.get_lines() if len(line.get_xdata()) > 50]
    assert len(drawn) == 5
    half = drawn[2]  # t = 1/2
    x, u = half.get_xdata(), half.get_ydata()
    assert u == pytest.approx(np.maximum(np.abs(x) - 0.5, 0))
    assert {-0.5, 0.5} <= set(np.round(x, 12))
    (circle,) = [line for line in fields[1].get_lines() if line.get_color() == Theme().kink]
    radius = np.hypot(*circle.get_data())
    assert radius[~np.isnan(radius)] == pytest.approx(0.5, abs=2e-3)


def test_parameters_have_their_own_curves():
    through_time, through_kappa, *fields = axes_of(solution_figure(answer("parametric-heat", HEAT)))
    assert "t" in through_time.get_legend().get_texts()[0].get_text()
    assert "kappa" in through_kappa.get_legend().get_texts()[0].get_text()
    assert len(fields) == 3
    assert len({field.collections[0].get_clim() for field in fields}) == 1


def test_a_system_has_a_row_for_each_unknown():
    problem = Problem(
        ["u_t = v", "v_t = -u"], {"t": [0, 3]}, [("t = 0", "u = 0"), ("t = 0", "v = 1")],
        unknowns=("u", "v"),
    )  # fmt: skip
    picture = solution_figure(answer(problem, {"u": "sin(t)", "v": "cos(t)"}), theme=Theme.dark())
    assert len(axes_of(picture)) == 2
    assert picture.get_facecolor()[0] < 0.2


def test_without_a_formula_there_is_no_picture():
    none = Solution(answer("eikonal", EIKONAL).problem, Verdict.NONE, {}, None)
    with pytest.raises(ExpressionError, match="no formula to draw"):
        solution_figure(none)


@pytest.mark.parametrize(
    "text", ["1/x", "log(x)", "0", "1/(x - x)", "sqrt(x - 5)", "exp(300*x)", "1e300*x"]
)
def test_poles_constants_and_undefined_formulas_are_drawn_somehow(text):
    picture = solution_figure(answer("hj-convex", text))
    assert len(picture.to_bytes()) > 5_000


def test_a_pole_does_not_hide_the_rest():
    values = np.append(np.linspace(0, 1, 400), 1e6)
    assert limits_of(values)[1] < 3
    assert limits_of(np.full(5, np.nan)) == (0, 1)
    assert limits_of(np.full(5, 2.0)) == (1.5, 2.5)


def test_a_solution_draws_itself_and_loads_matplotlib_only_then():
    solution = answer("hj-convex", "min(x - t/2, 0)")
    assert len(axes_of(solution.plot())) == 2
    with pytest.raises(ValueError, match="expected one of solution, check and front"):
        solution.plot("front page")


def test_a_solution_can_be_drawn():
    require_formulas(answer("parametric-heat", HEAT))


def test_nobody_loads_matplotlib_before_a_picture_is_wanted():
    program = """
import sys, symplex, symplex.solver.solution, symplex.app.cli.main
drawing = ("matplotlib", "symplex.solver.pictures")
assert not [name for name in sys.modules if name.startswith(drawing)]
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_matplotlib_one_sentence_says_what_to_do():
    program = """
import sys
sys.modules["matplotlib"] = None
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "matplotlib" else find(name, *rest)
from symplex.app.cli.main import main
sys.exit(main(["plot", "nowhere"]))
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert told.returncode == 2
    assert told.stderr == (
        "symplex: pictures need matplotlib, which is not installed; "
        "'pip install symplex[plot]' installs it\n"
    )


LINE = Line("x", -1.0, 1.0, {"t": 0.3, "y": 0.0})


def formula(text):
    return parse(text, Scope(("x", "y", "t"), (), (), {}))


def drawn(text, count=20):
    """With few points, none of which is at the places that are looked for."""
    return curve(formula(text), LINE, count)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("abs(x - 0.123)", [0.123]),
        ("max(x, t)", [0.3]),
        ("min(x^2, 0.25)", [-0.5, 0.5]),
        ("relu(x + 1/7)", [-1 / 7]),
        ("sqrt(x^2 + y^2)", [0.0]),
        ("max(sqrt(x^2 + y^2) - t, 0)", [-0.3, 0.3]),
        ("x*sign(x - 0.2) - 0.2*sign(x - 0.2)", [0.2]),
    ],
)
def test_a_kink_has_a_point_of_its_own_and_the_exact_value(text, places):
    found = drawn(text)
    assert found.kinks == pytest.approx(places, abs=1e-6)
    exact = LINE.values(formula(text), np.array(places))
    assert found.kink_values == pytest.approx(exact, abs=1e-6)
    assert np.all(np.isfinite(found.values))


@pytest.mark.parametrize("text", ["sin(3*x)", "abs(x - 5)", "max(x, 2)", "abs(x)^3", "x^4 - t"])
def test_smooth_curves_have_no_kinks(text):
    found = drawn(text)
    assert len(found.kinks) == 0
    assert np.all(np.isfinite(found.values))


@pytest.mark.parametrize(("text", "place"), [("sign(x - 0.11)", 0.11), ("1/(x - 0.21)", 0.21)])
def test_nothing_joins_the_sides_of_a_jump_or_of_a_pole(text, place):
    found = drawn(text)
    (gap,) = np.flatnonzero(np.isnan(found.values))
    assert found.positions[gap] == pytest.approx(place, abs=1e-9)
    before, after = found.values[gap - 1], found.values[gap + 1]
    assert before == pytest.approx(-after, rel=1e-3)
    assert len(found.kinks) == 0


def test_positions_only_grow_and_stay_on_the_line():
    found = drawn("abs(x) + sign(x - 0.4) + max(x, t)")
    assert np.all(np.diff(found.positions) >= 0)
    assert found.positions[[0, -1]] == pytest.approx([-1, 1])


def test_a_formula_that_is_undefined_on_a_part_has_no_values_there():
    found = drawn("sqrt(x)")
    assert np.all(np.isnan(found.values[found.positions < 0]))
    assert np.all(np.isfinite(found.values[found.positions >= 0]))


def test_break_forms_are_named_once():
    assert len(break_forms(formula("abs(x) + 2*abs(x) + 1/x"))) == 1


SCOPE = Scope(("x", "y", "t"), ("kappa",), (), {})
ANSWERS = BENCHMARKS / "answers.toml"


def test_every_answer_of_the_paper_is_set_as_mathematics():
    for name, rows in tomllib.loads(ANSWERS.read_text(encoding="utf-8")).items():
        label = formula_label("u", parse(rows["u"], SCOPE))
        assert label.startswith("$u = "), name
        assert is_set(label), name


def test_what_is_long_is_text_and_cut():
    label = formula_label("u", parse(" + ".join(f"sin({n}*x)" for n in range(60)), SCOPE), 50)
    assert label.startswith("u = sin(")
    assert len(label) == 50


@pytest.mark.parametrize("text", ["cost $5", "$\\frac{", "a_b^c", "\x07 $x$ \\alpha"])
def test_texts_of_users_are_no_formulas(text):
    picture = new_picture(2, 1)
    picture.suptitle(plain(text))
    assert picture.to_bytes("svg").startswith(b"<?xml")


def test_greek_names_are_greek():
    assert name_label("kappa") == r"$\kappa$"


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%")])
def test_the_same_picture_is_the_same_file(form, start):
    files = set()
    for _ in range(2):
        picture = new_picture(2, 1)
        picture.subplots().plot([0, 1], [0, 1])
        files.add(picture.to_bytes(form))
    (content,) = files
    assert content.startswith(start)


def test_a_notebook_gets_a_png():
    assert new_picture(1, 1)._repr_png_().startswith(b"\x89PNG")


def test_dark_is_light_on_dark():
    light, dark = Theme(), Theme.dark()
    assert light.paper == "#ffffff"
    assert int(dark.ink[1:3], 16) > int(dark.paper[1:3], 16)


def views(solution):
    (formula,) = solution.formulas.values()
    return families(solution.problem, formula), maps(solution.problem, formula)


def test_time_and_every_parameter_have_a_family_of_curves():
    curves, fields = views(answer("parametric-heat", HEAT))
    assert [(one.axis, one.through) for one in curves] == [("x", "t"), ("x", "kappa")]
    assert curves[0].at == (0, 0.25, 0.5, 0.75, 1)
    assert set(curves[0].held) == {"y", "kappa"}
    assert [(one.across, one.up, one.held["t"]) for one in fields] == [
        ("x", "y", 0.0),
        ("x", "y", 0.5),
        ("x", "y", 1.0),
    ]


def test_one_variable_in_space_makes_a_map_over_space_and_time():
    curves, fields = views(answer("hj-convex", "min(x - t/2, 0)"))
    assert [(one.axis, one.through) for one in curves] == [("x", "t")]
    assert [(one.across, one.up) for one in fields] == [("x", "t")]


def test_an_ordinary_equation_is_one_curve():
    problem = Problem(["u_t = -u"], {"t": [0, 2]}, [("t = 0", "u = 1")])
    curves, fields = views(answer(problem, "exp(-t)"))
    assert [(one.axis, one.through, one.held) for one in curves] == [("t", None, {})]
    assert fields == ()


def test_three_variables_are_cut_into_slices():
    box = {"x": [0, 1], "y": [0, 1], "z": [0, 2]}
    problem = Problem(["u_xx + u_yy + u_zz = 0"], box, [("x = 0", "u = y*z")])
    _, fields = views(answer(problem, "y*z + x"))
    assert [one.held["z"] for one in fields] == [0, 1, 2]


def test_what_is_held_lets_something_be_seen():
    zero_in_the_middle = answer("poisson-quartic", "x*y")
    (formula,) = zero_in_the_middle.formulas.values()
    assert held_values(zero_in_the_middle.problem, formula, "x")["y"] == pytest.approx(0.4)
    eikonal = answer("eikonal", EIKONAL)
    assert held_values(eikonal.problem, eikonal.formulas["u"], "x")["y"] == 0.0


def test_a_map_is_a_grid_with_what_is_held():
    _, (first, *_) = views(answer("eikonal", EIKONAL))
    points = first.points(3)
    assert np.ptp(points["x"], axis=1) == pytest.approx([2, 2, 2])
    assert points["t"] == 0.0


@pytest.mark.parametrize(("value", "text"), [(-1e-17, "0"), (1.625, "1.625"), (2 / 3, "0.6667")])
def test_numbers_are_short(value, text):
    assert rounded(value) == text


def lines(name, text, which=0):
    solution = answer(name, text)
    (formula,) = solution.formulas.values()
    return list(ridges(formula, maps(solution.problem, formula)[which], 61))


def test_the_front_of_the_eikonal_problem_is_a_circle():
    ((x, y),) = lines("eikonal", EIKONAL, which=1)
    radius = np.hypot(x, y)
    assert np.count_nonzero(np.isnan(radius)) <= 4
    assert radius[~np.isnan(radius)] == pytest.approx(0.5, abs=1e-6)


def test_a_line_has_its_place():
    ((x, t),) = lines("hj-convex", "min(x - t/2, 0)")
    assert x == pytest.approx(t / 2, abs=1e-6)


@pytest.mark.parametrize("text", ["sin(x)*t", "abs(x)^3", "max(x, 5)", "0*abs(x)"])
def test_where_nothing_bends_nothing_is_drawn(text):
    assert lines("hj-convex", text) == []


def test_a_kink_that_is_hidden_is_not_drawn():
    found = lines("hj-convex", "max(abs(x), t)")  # abs has its kink where t is larger
    x, t = (np.concatenate(parts) for parts in zip(*found, strict=True))
    seen = ~np.isnan(x)
    assert np.count_nonzero(seen) > 20
    assert np.abs(x[seen]) == pytest.approx(t[seen], abs=1e-6)
