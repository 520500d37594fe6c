"""How a search meets others on the same problem: what it shows them, and what it takes from them.

Owns the packet and the choice. A packet holds trees by the problem of the stage that they were
scored on, so searches at different stages take only what they can score. How packets travel, and
who the others are, is not known here.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.problem.transport import to_data
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Candidate, Proposal

Shown = tuple[Problem, Sequence[Candidate]]
"""What is remembered of one stage, with the problem of that stage."""


class Neighbours(Protocol):
    """The way to other searches with the same vocabulary: all meet after equal counts of work."""

    @property
    def name(self) -> str:
        """Which search this is among how many, and how often they meet."""
        ...

    def is_due(self, candidates: int) -> bool:
        """Whether it is time to meet, after so many candidates."""
        ...

    def meet(self, packet: bytes) -> Sequence[bytes]:
        """Bring a packet, and take those of others, in an order that is always the same."""
        ...


def by_stage(
    problems: Sequence[Problem],
    stage: int,
    best: Sequence[Candidate],
    *,
    before: Sequence[Candidate],
    whole: Sequence[Candidate],
) -> Iterator[Shown]:
    """What a search shows that is at one of its stages, the last being the whole problem.

    Args:
        problems: Of its stages.
        stage: Which of them it is at.
        best: What it remembers there.
        before: Answers of the stage before.
        whole: The best approximations of the whole problem.
    """
    if stage:
        yield problems[stage - 1], before
    if stage < len(problems) - 1:
        yield problems[-1], whole
    yield problems[stage], best


def packed(shown: Iterable[Shown]) -> bytes:
    """What is remembered of some stages, as bytes."""
    groups = {
        key_of(problem): [
            [c.tree.ids.hex(), c.tree.constants, str(c.origin)] for c in dict.fromkeys(candidates)
        ]
        for problem, candidates in shown
    }
    return json.dumps(groups, separators=(",", ":")).encode()


def taken(packets: Iterable[bytes], problem: Problem, encoding: TreeEncoding) -> ProposalBatch:
    """Whatever others show of a stage with the same problem, in the order of the packets."""
    key = key_of(problem)
    found = [entry for packet in packets for entry in json.loads(packet).get(key, ())]
    shown = (
        Proposal(
            _passed_on(Origin.read(origin)),
            EncodedTree(bytes.fromhex(ids), tuple(values), encoding),
        )
        for ids, values, origin in found
    )
    return ProposalBatch.of(shown, encoding)


def _passed_on(origin: Origin) -> Origin:
    """The origin of what another search shows, who may have been shown it."""
    return origin if origin.writer is Writer.NEIGHBOUR else Origin(Writer.NEIGHBOUR, of=origin)


def key_of(problem: Problem) -> str:
    """What tells the problem of a stage from others, the same in every process."""
    return hashlib.sha256(json.dumps(to_data(problem)).encode()).hexdigest()[:16]
