"""Islands as processes: they find, they are lost, they end, and none stays behind."""

import os
import signal

import pytest

from support.archipelago import QUICK, RAMP, UNSOLVABLE
from support.sleepers import alive
from symplex.app.spread.islands import IslandProcesses, solve_on_islands
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.proof.verdict import Verdict
from symplex.reasons import Reason
from symplex.solver.solution.choices import Choices


class Watched:
    """Settles islands as processes, and lets a test see them."""

    def __call__(self, islands, problem):
        self.made = IslandProcesses(islands, problem)
        return self.made

    @property
    def gone(self):
        return not any(alive(number) for number in self.made.numbers)


def solved(problem, watched, watch=None, **choices):
    given = Choices(recipe=QUICK, **choices)
    return solve_on_islands(problem, given, workers=2, watch=watch, settle=watched)


def test_the_first_proof_ends_both_at_once():
    watched = Watched()
    solution = solve_on_islands(RAMP, Choices(time_limit=999), workers=2, settle=watched)
    assert solution.is_exact
    assert solution.text == {"u": "2*x"}
    assert watched.gone


@pytest.mark.slow
def test_one_that_is_killed_is_noted_and_the_other_goes_on():
    watched, seen = Watched(), []

    def watch(progress):
        seen.append(progress.stage)
        if len(set(seen)) == 2 and len(seen) < 1000:
            os.kill(watched.made.numbers[0], signal.SIGKILL)
            seen.extend(["killed"] * 1000)
        if "killed" in seen and len(seen) - 1000 - seen.index("killed") == 20:
            raise KeyboardInterrupt

    solution = solved(UNSOLVABLE, watched, watch, time_limit=999)
    assert "killed" in seen
    assert seen[-1].endswith("(island 2 of 2)")
    assert solution.status is Verdict.APPROXIMATE
    lost = Reason(RunCode.RUN_ISLAND_LOST, island="island 1 of 2", why=RunCode.ISLAND_DIED)
    assert lost in solution.remarks
    assert watched.gone


def test_an_interrupt_brings_the_best_so_far_and_leaves_nobody_behind():
    watched, seen = Watched(), []

    def watch(progress):
        seen.append(progress)
        if len(seen) == 4:
            raise KeyboardInterrupt

    solution = solved(UNSOLVABLE, watched, watch, time_limit=999)
    assert solution.stop_reason == "interrupted"
    # Whether an error was measured before depends on how far the islands had come.
    assert solution.status in (Verdict.NONE, Verdict.APPROXIMATE)
    assert solution.front
    assert watched.gone


def test_a_mistake_of_the_user_is_found_before_anything_is_searched():
    watched = Watched()
    with pytest.raises(SettingsError, match="operator"):
        solved(RAMP, watched, operators={"snn": True})
    assert watched.gone
