"""Puts mutants and forms before the verifier and collects what it says of each.

Owns the two numbers that matter: false `exact` (must be none) and refused forms (1 in 100 at most).
``PYTHONPATH=benchmarks python -m near_misses.run [--share 0.1] [--only NAME]`` prints them.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import final

from near_misses.cases import Answer, Case, load, text_of
from near_misses.forms import Form, forms
from near_misses.mutants import BY_HAND, Mutant, mutants
from symplex.proof.certificate import Status
from symplex.proof.verify import verify

FORMS_PER_CASE = 40
MUTANTS_PER_CASE = 190
"""Of each problem, at random; all that were made by hand. Another seed takes others."""
CRASH = "crash"


@final
@dataclass(frozen=True)
class Verdict:
    """What the verifier said of one answer."""

    problem: str
    kind: str
    """The mutation, or the identities of a form."""
    text: str
    is_right: bool
    """By construction."""
    status: str
    level: str
    seconds: float

    @property
    def false_exact(self) -> bool:
        """The worst defect: a wrong answer called exact."""
        return not self.is_right and self.status == Status.EXACT.value

    @property
    def refused(self) -> bool:
        """A right answer that was not proved."""
        return self.is_right and self.status != Status.EXACT.value

    def __str__(self) -> str:
        """One line: what, where, and what was said."""
        return f"{self.problem} [{self.kind}] {self.text}: {self.status} ({self.level})"


def attack(case: Case, share: float = 1.0, seed: int = 0) -> Iterator[Verdict]:
    """Verify a share of a case's mutants and forms, chosen by the seed."""
    rng = random.Random(f"{case.name} attack {seed}")
    right = () if case.beyond else forms(case, FORMS_PER_CASE)
    for item in (*_chosen(case, rng), *right):
        if rng.random() < share:
            yield verdict_on(case, item)


def _chosen(case: Case, rng: random.Random) -> list[Mutant]:
    every = list(mutants(case))
    by_hand = [mutant for mutant in every if mutant.kind == BY_HAND]
    others = [mutant for mutant in every if mutant.kind != BY_HAND]
    return by_hand + rng.sample(others, min(len(others), MUTANTS_PER_CASE - len(by_hand)))


def verdict_on(case: Case, item: Mutant | Form) -> Verdict:
    """One answer before the verifier."""
    kind = item.kind if isinstance(item, Mutant) else "; ".join(item.rules)
    return _verdict(case, kind, item.answer, is_right=isinstance(item, Form))


def _verdict(case: Case, kind: str, answer: Answer, *, is_right: bool) -> Verdict:
    start = time.perf_counter()
    try:
        certificate = verify(case.problem, answer)
        status, level = certificate.status.value, certificate.level.value
    except Exception as error:  # a crash is a finding like any other
        status, level = CRASH, f"{type(error).__name__}: {error}"
    seconds = time.perf_counter() - start
    return Verdict(case.name, kind, text_of(answer), is_right, status, level, seconds)


def _attack_by_name(task: tuple[str, float, int]) -> list[Verdict]:
    name, share, seed = task
    (case,) = (case for case in load() if case.name == name)
    return list(attack(case, share, seed))


def attack_all(
    names: Sequence[str], share: float = 1.0, seed: int = 0, processes: int = 2
) -> Iterator[Verdict]:
    """Verify the answers of many cases in separate processes, each case in one."""
    tasks = [(name, share, seed) for name in names]
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        for verdicts in pool.map(_attack_by_name, tasks):
            yield from verdicts


def summary(verdicts: Iterable[Verdict]) -> str:
    """The counts, and every answer with a wrong verdict."""
    every = list(verdicts)
    wrong = [verdict for verdict in every if not verdict.is_right]
    right = [verdict for verdict in every if verdict.is_right]
    slowest = sorted(every, key=lambda verdict: -verdict.seconds)
    lines = [
        f"mutants {len(wrong)}: {dict(Counter(v.status for v in wrong))}",
        f"forms {len(right)}: {dict(Counter(v.status for v in right))}",
        f"seconds {sum(v.seconds for v in every):.1f}, "
        f"the slowest: {[f'{v.seconds:.1f} {v.problem}: {v.text}' for v in slowest[:5]]}",
        *(f"FALSE EXACT {verdict}" for verdict in every if verdict.false_exact),
        *(f"CRASH {verdict}" for verdict in every if verdict.status == CRASH),
        *(f"refused {verdict}" for verdict in every if verdict.refused),
    ]
    return "\n".join(lines)


def main() -> None:
    """The attack from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of all answers, at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", help="names of problems")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    names = arguments.only or [case.name for case in load()]
    verdicts = attack_all(names, arguments.share, arguments.seed, arguments.processes)
    print(summary(verdicts))


if __name__ == "__main__":
    main()
