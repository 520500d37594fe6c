"""From a problem to a solution."""

import sys

import pytest

from symplex.errors import SettingsError
from symplex.polish.effort import Shortfall
from symplex.polish.polish import Polished
from symplex.problem import Problem, bundled
from symplex.proof.certificate import conclude
from symplex.search.settings import DEFAULT
from symplex.solution import SolutionStatus, solve

RAMP = Problem(["u_x = 2"], {"x": [0, 1]}, [("x = 0", "u = 0")])


def test_a_solution_is_proved_and_is_the_same_with_the_same_seed():
    first, second = (solve(RAMP, seed=3, time_limit=30) for _ in range(2))
    assert first.status is SolutionStatus.EXACT
    assert first.text == {"u": "2*x"}
    assert (first.text, first.candidates) == (second.text, second.candidates)


def test_a_recipe_may_be_a_name_or_settings():
    by_name = solve(RAMP, recipe="default", time_limit=30)
    assert solve(RAMP, recipe=DEFAULT, time_limit=30).candidates == by_name.candidates


def test_every_hint_is_read():
    with pytest.raises(ValueError, match="ends after"):
        solve(bundled("heat"), hint=("y", "sin("))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"recipe": "papr"}, "did you mean 'paper'"),
        ({"time_limit": 0}, "must be a positive number of seconds"),
        ({"without": ("lfts",)}, "did you mean 'lifts'"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, sentence):
    with pytest.raises(SettingsError, match=sentence):
        solve(RAMP, **options)


def test_a_time_limit_must_be_a_positive_number():
    for wrong in (0.0, -1.0, float("nan")):
        with pytest.raises(SettingsError, match="positive number of seconds"):
            solve(bundled("heat"), time_limit=wrong)


def test_what_was_left_undone_is_noted(monkeypatch):
    cut_short = Polished({}, conclude(()), frozenset({Shortfall.PROOF}))
    module = sys.modules["symplex.solution.solve"]  # the package shows the function of that name
    monkeypatch.setattr(module, "polish", lambda *_: cut_short)
    solution = solve(bundled("hj-concave"), time_limit=2)
    assert solution.status is not SolutionStatus.EXACT
    assert any(Shortfall.PROOF.value in note for note in solution.notes)
