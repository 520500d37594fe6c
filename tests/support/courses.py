"""Runs of several kinds that can be stopped before any epoch and continued."""

from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

from support.writing import writing
from symplex.expression import Expression
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.fit import LevenbergMarquardt
from symplex.propose.candidates.settings import DEFAULT, PAPER, PolicyKind, SearchSettings
from symplex.solver.polish.polish import polish
from symplex.solver.search.loop import Search
from symplex.solver.search.saving import save
from symplex.solver.search.state import Result, RunOptions
from symplex.work.clock import Deadline

EARLY = replace(
    DEFAULT.without(["statement-formulas", "ansatz"]),
    moves=120,
    samples=16,
    regrown=8,
    first_learning_epoch=0,
    learn_every=2,
    patience=8,
)
LSTM = replace(EARLY, policy=PolicyKind.LSTM)
OPENING = replace(DEFAULT, fit=LevenbergMarquardt(starts=1, steps=8))
UNSOLVED = replace(DEFAULT.without(["statement-formulas", "symformer"]), stage_loss=-1.0, moves=50)
"""No loss is below zero, and which ones are zero depends on the processor."""
SMALL_PAPER = replace(PAPER, samples=8, stage_epochs=4, refit_every=3)


@dataclass
class Course:
    """What could be seen of a run: progress, handed-out formulas, states before epochs, end."""

    search: Search
    progress: list = field(default_factory=list)
    promising: list[tuple[int, Expression]] = field(default_factory=list)
    """With the number of the epoch, counted over the whole run."""
    states: list[bytes] = field(default_factory=list)
    is_proved: bool = False
    is_interrupted: bool = False
    result: Result | None = None


@dataclass(frozen=True)
class Case:
    """A run that is stopped after some epochs, or by a proof."""

    name: str
    settings: SearchSettings
    epochs: int
    proves: bool = False

    def course(self, *, first=0, last=None, saved=None, threads=1) -> Course:
        """The run from one epoch to another."""
        last = self.epochs if last is None else last

        def watch(progress):
            seen.progress.append(replace(progress, seconds=0.0))

        def keep(state):
            # Clocks differ from run to run; nothing else does.
            seen.states.append(save(replace(state, seconds=0.0)))
            if first + len(seen.states) > last:
                raise KeyboardInterrupt

        options = RunOptions(seed=1, watch=watch, keep=keep, threads=threads)
        seen = Course(Search(bundled(self.name), self.settings, options, saved))
        try:
            for tree in seen.search:
                seen.promising.append((first + len(seen.states), tree))
                if self.proves and self.is_exact(tree):
                    seen.is_proved = True
                    break
        except KeyboardInterrupt:
            seen.is_interrupted = True
        seen.result = seen.search.result()
        return seen

    def is_exact(self, tree):
        return polish(bundled(self.name), {"u": tree}, Deadline(20)).certificate.is_exact

    @property
    def encoding(self):
        return writing(self.name).encoding


CASES = MappingProxyType(
    {
        "policy": Case("burgers", EARLY, 99, proves=True),
        "lstm": Case("parametric-heat", LSTM, 20),
        "paper": Case("parametric-heat", SMALL_PAPER, 14),
        "opening": Case("parametric-heat", OPENING, 6),
        "beside": Case("heat", UNSOLVED, 7),
    }
)


@cache
def straight(case) -> Course:
    return CASES[case].course()
