"""Has questions answered and their rows written down.

Owns who answers: children that may hang or die, under a clock that stands still, or this process.
"""

import json
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from attacks.children import HANG, ask_all
from ledger.book import Heading, Writer
from ledger.questions import Question, questions
from ledger.rows import CLOCK, ENDED, Row, finished, replied, row_of

SECONDS: Final = 900.0
"""Of the machine's clock, after which a question has run away; none comes near it."""
Watch = Callable[[int, int], None]
"""Told how many rows stand, and how many there will be."""


def write(
    path: Path,
    pattern: str = "*",
    every: int = 1,
    *,
    jobs: int = 2,
    watch: Watch = lambda _done, _whole: None,
) -> list[Row]:
    """Write the rows that do not stand yet, and return all.

    Args:
        path: The file; one that was begun is continued.
        pattern: Of the names of the questions.
        every: 10 for every tenth question that matches.
        jobs: Processes that answer; 0 answers here, at the mercy of whatever hangs.
        watch: Told of every row.
    """
    posed = questions(pattern, every)
    if not posed:
        raise ValueError(
            f"no row's name matches '{pattern}'; expected one like 'solutions/paper/*'"
        )
    return continued(path, Heading.of(pattern, every), posed, jobs=jobs, watch=watch)


def continued(
    path: Path, heading: Heading, posed: Sequence[Question], *, jobs: int, watch: Watch
) -> list[Row]:
    """Write the rows of these questions that do not stand yet, and return those of all.

    Args:
        path: The file; one that was begun under the same heading is continued.
        heading: Its first line.
        posed: The questions.
        jobs: As in `write`.
        watch: As in `write`.
    """
    writer = Writer(path, heading)
    left = [one for one in posed if one.name not in writer.rows]
    with closing(writer):
        for done, row in enumerate(answered(left, jobs=jobs), len(posed) - len(left) + 1):
            writer.add(row)
            watch(done, len(posed))
    return [writer.rows[one.name] for one in posed]


def answered(posed: Sequence[Question], *, jobs: int, seconds: float = SECONDS) -> Iterator[Row]:
    """The row of each question, as they come.

    Args:
        posed: The questions.
        jobs: How many children answer at once; 0 answers in this process.
        seconds: Of the machine, after which a child is ended.
    """
    if jobs == 0:
        yield from map(row_of, posed)
        return
    with _environment(CLOCK):
        for question, reply in ask_all(posed, replied, seconds=seconds, jobs=jobs):
            if reply.status:
                how = "ran away" if reply.status == HANG else "died"
                yield finished(question, {ENDED: how}, reply.seconds)
            else:
                yield json.loads(reply.detail)


@contextmanager
def _environment(more: Mapping[str, str]) -> Generator[None]:
    """What children inherit while this lasts."""
    before = {name: os.environ.get(name) for name in more}
    os.environ.update(more)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
