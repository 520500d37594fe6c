"""What is called first in Python: no file, no class, one line."""

import math

import pytest

import symplex
from symplex.errors import ExpressionError, ProblemError, SettingsError, SymplexError

GROWTH = "u_x = c*u; u(0) = 2"
ON = {"x": (0, 1)}


@pytest.fixture(scope="module")
def solution():
    return symplex.solve(GROWTH, on=ON, parameters={"c": (1, 2)}, max_candidates=2000)


def test_text_is_solved(solution):
    assert solution.is_exact
    assert solution.headline.startswith("exact and unique among all classical solutions")


def test_values_come_in_the_order_of_the_domain_then_of_the_parameters(solution):
    wanted = 2 * math.exp(0.5)
    assert float(solution(0.5, 1.0)) == pytest.approx(wanted)
    assert float(solution(0.5, c=1.0)) == pytest.approx(wanted)
    assert float(solution(x=0.5, c=1.0)) == pytest.approx(wanted)
    for places, values in (((0.5, 1, 2), {}), ((0.5,), {"x": 1, "c": 1})):
        with pytest.raises(ExpressionError, match="once, in order"):
            solution(*places, **values)
    with pytest.raises(ExpressionError, match="expected a value for each of x and c, found x"):
        solution(0.5)


def test_what_is_saved_is_proved_again_when_it_is_loaded(solution, tmp_path):
    path = tmp_path / "answer.json"
    solution.save(path)
    again = symplex.load(str(path))
    assert again.is_exact
    assert again.text == solution.text
    text = path.read_text().replace("2*exp(", "3*exp(")
    path.write_text(text)
    assert not symplex.load(path).is_exact
    with pytest.raises(SymplexError):
        symplex.load(tmp_path / "nothing.json")
    with pytest.raises(SettingsError, match="cannot be written"):
        solution.save(tmp_path / "no" / "folder.json")


def test_problems_have_names(tmp_path):
    heat = symplex.Problem("heat")
    assert heat.name == "heat"
    assert symplex.Problem(heat) == heat
    assert symplex.check("heat").problem == heat
    assert symplex.verify("heat", "exp(-2*t)*sin(x)*cos(y)").is_exact
    path = tmp_path / "mine.toml"
    path.write_text('equations = ["u_x = 1"]\n[domain]\nx = [0, 1]\n')
    assert symplex.Problem(path).equations[0].text == "u_x = 1"


def test_what_is_missing_is_said():
    with pytest.raises(ProblemError, match="did you mean 'heat'"):
        symplex.solve("heet")
    with pytest.raises(ProblemError, match="needs the intervals of its variables"):
        symplex.Problem("u_x = 1")
    with pytest.raises(SettingsError, match="a Problem has its own domain"):
        symplex.solve(symplex.Problem("heat"), on=ON)
    with pytest.raises(SettingsError, match="belong to equations with 'on'"):
        symplex.solve("heat", unknowns=["u"])
