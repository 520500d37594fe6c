"""What becomes of the islands' answers."""

import pytest

from support.archipelago import RAMP
from support.reasons import codes_of
from symplex.app.spread.island import Ended, Lost, Refused, Seen, to_plain
from symplex.app.spread.islands import solve_on_islands
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.expression.transport import to_words
from symplex.origin import Origin, Writer
from symplex.proof.answer import read_answer
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.reasons import Reason
from symplex.solver.approximation import Measured
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Approximation, Solution

TRUE, FALSE = read_answer(RAMP, "2*x"), read_answer(RAMP, "x")
DIED = Reason(RunCode.ISLAND_DIED)


def ended(status, answer, *losses, **more):
    front = tuple(Approximation(size + 1, loss, answer) for size, loss in enumerate(losses))
    certificate = verify(RAMP, answer) if status is not Verdict.NONE else None
    return Ended(to_plain(Solution(RAMP, status, answer, certificate, front=front, **more)))


PROVED = ended(Verdict.EXACT, TRUE, candidates=10, stop_reason="exact solution found")


def poor(*losses):
    return ended(Verdict.APPROXIMATE, FALSE, *losses, candidates=5, stop_reason="time limit")


class Scripted:
    """Islands that say what a test wants."""

    def __init__(self, *events, later=()):
        self.script, self.later = list(events), list(later)
        self.log: list[str] = []

    def __call__(self, islands, problem):
        self.islands = islands
        return self

    def events(self, seconds):
        self.log.append("events")
        while self.script:
            event = self.script.pop(0)
            if event is KeyboardInterrupt:
                raise event
            yield event

    def interrupt(self):
        self.log.append("interrupt")
        self.script = self.later

    def close(self):
        self.log.append("close")


def solved(script, workers=2, **more):
    return solve_on_islands(RAMP, Choices(seed=3), workers=workers, settle=script, **more)


def test_the_first_proof_ends_all():
    move, lift = Origin(Writer.MOVE), Origin(Writer.LIFT)
    proved = ended(
        *(Verdict.EXACT, TRUE),
        candidates=10,
        stop_reason="exact solution found",
        candidates_by_origin={move: 4, lift: 6},
        origin=lift,
    )
    script = Scripted((0, Seen("whole", 1, None, 1.0, 7, {"move": 7})), (1, proved), (0, PROVED))
    solution = solved(script)
    assert (solution.origin, solution.candidates_by_origin) == (lift, {move: 11, lift: 6})
    assert solution.is_exact
    assert (solution.seed, solution.candidates) == (3, 17)
    assert len(script.script) == 1
    assert script.log == ["events", "close"]
    assert solution.remarks[-1] == Reason(
        RunCode.RUN_FOUND_BY, island="island 2 of 2", seed=1000006
    )


def test_without_a_proof_the_best_approximation_is_the_answer_and_fronts_are_joined():
    solution = solved(Scripted((0, poor(1.0, 0.5)), (1, poor(2.0, 0.1))))
    assert solution.status is Verdict.APPROXIMATE
    assert [one.loss for one in solution.front] == [1.0, 0.1]
    assert solution.remarks[-1] == Reason(
        RunCode.RUN_FOUND_BY, island="island 2 of 2", seed=1000006
    )


def test_a_measured_error_counts_before_any_residual_norm():
    error = Measured(0.01, 0.005, 1e-9)
    known = Approximation(1, 0.5, FALSE, error)
    certificate = verify(RAMP, FALSE)
    measured = Solution(RAMP, Verdict.APPROXIMATE, FALSE, certificate, front=(known,))
    solution = solved(Scripted((0, poor(1e-4)), (1, Ended(to_plain(measured)))))
    assert solution.remarks[-1] == Reason(
        RunCode.RUN_FOUND_BY, island="island 2 of 2", seed=1000006
    )
    assert [one.error for one in solution.front] == [error]


def test_an_island_that_is_lost_is_noted_and_the_others_go_on():
    solution = solved(Scripted((0, Lost(DIED)), (1, PROVED)))
    assert solution.is_exact
    lost = Reason(RunCode.RUN_ISLAND_LOST, island="island 1 of 2", why=RunCode.ISLAND_DIED)
    assert lost in solution.remarks


def test_where_all_are_lost_there_is_no_answer():
    solution = solved(Scripted((0, Lost(DIED)), (1, Lost(DIED))))
    assert (solution.status, solution.stop_reason) == (Verdict.NONE, "every island was lost")
    assert codes_of(solution.remarks) == [RunCode.RUN_ISLAND_LOST] * 2


def test_an_interrupt_asks_for_the_best_so_far():
    script = Scripted((0, poor(0.3)), KeyboardInterrupt, later=[(1, poor(0.2))])
    solution = solved(script)
    assert script.log == ["events", "interrupt", "events", "close"]
    assert solution.stop_reason == "interrupted"
    assert [one.loss for one in solution.front] == [0.2]


def test_an_island_that_had_not_begun_when_it_was_interrupted_is_not_lost():
    solution = solved(Scripted(KeyboardInterrupt, later=[(0, Lost(DIED)), (1, Lost(DIED))]))
    assert (solution.stop_reason, solution.remarks) == ("interrupted", ())


def test_a_second_interrupt_ends_everything():
    script = Scripted(KeyboardInterrupt, later=[KeyboardInterrupt])
    with pytest.raises(KeyboardInterrupt):
        solved(script)
    assert script.log[-1] == "close"


def test_a_mistake_of_the_user_is_raised():
    script = Scripted((0, Refused("there is no recipe 'x'")))
    with pytest.raises(SettingsError, match="no recipe 'x'"):
        solved(script)
    assert script.log[-1] == "close"
    with pytest.raises(SettingsError, match="at least 1, found 0"):
        solved(script, workers=0)


def test_progress_is_that_of_any_island_with_the_candidates_of_all():
    seen = []
    words = to_words(TRUE["u"])
    solved(
        Scripted(
            (0, Seen("time", 3, None, 1.0, 7, {"move": 7})), (1, Seen("time", 4, words, 0.5, 8))
        ),
        watch=seen.append,
    )
    assert [one.candidates for one in seen] == [7, 15]
    assert seen[1].candidates_by_origin == {Origin(Writer.MOVE): 7}
    assert seen[1].stage == "time (island 2 of 2)"
    assert (seen[0].best, seen[1].best) == (None, TRUE["u"])
