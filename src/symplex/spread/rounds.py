"""Rounds of exchange between islands: who has brought what, and who may have it.

Owns the rule. In its round r an island takes what its neighbours brought to round r - 3, which is
mostly there already: an island waits only for one that is three rounds behind, say because it has
been at a proof. What it takes depends on the islands' own courses and on nothing of the machine.
How packets travel is not known here.
"""

from collections.abc import Iterator
from typing import Final, final

LAG: Final = 3
"""How many rounds ago that was brought which an island takes."""


def neighbours_of(island: int, islands: int) -> tuple[int, ...]:
    """The islands that one island hears of: 1, 2, 4, … places before it in the circle.

    What one of n islands finds is known to all of them after log2(n) rounds, and each of them takes
    log2(n) packets a round.
    """
    return tuple((island - step) % islands for step in _steps(islands))


def hearers_of(island: int, islands: int) -> tuple[int, ...]:
    """The islands that hear of one island."""
    return tuple((island + step) % islands for step in _steps(islands))


def _steps(islands: int) -> Iterator[int]:
    steps = (1 << power for power in range(islands.bit_length()))
    return (step for step in steps if step < islands)


@final
class Rounds:
    """What was brought so far, as long as somebody may still want it."""

    def __init__(self, islands: int) -> None:
        self._brought = [0] * islands
        """How many rounds each island has been to."""
        self._packets: dict[tuple[int, int], bytes] = {}
        """By round and island."""
        self._left: set[int] = set()
        self._oldest = 0
        """The first round of which packets are kept."""

    @property
    def brought(self) -> tuple[int, ...]:
        """How many rounds each island has been to."""
        return tuple(self._brought)

    def bring(self, island: int, packet: bytes) -> None:
        """An island comes to its next round."""
        self._brought[island] += 1
        self._packets[self._brought[island], island] = packet
        self._forget()

    def leave(self, island: int) -> None:
        """An island comes to no more rounds; nobody waits for it."""
        self._left.add(island)
        self._forget()

    def due(self, island: int) -> list[bytes] | None:
        """What an island takes from its latest round; None while some of it is still to come."""
        before = self._brought[island] - LAG
        others = neighbours_of(island, len(self._brought))
        found = [self._packets.get((before, other)) for other in others]
        missing = (other for other, packet in zip(others, found, strict=True) if packet is None)
        if before > 0 and not self._left.issuperset(missing):
            return None
        return [packet for packet in found if packet is not None]

    def _forget(self) -> None:
        """Drop what every island that is left has gone past."""
        present = [count for i, count in enumerate(self._brought) if i not in self._left]
        oldest = min(present, default=0) - LAG
        if oldest > self._oldest:
            kept = {key: packet for key, packet in self._packets.items() if key[0] >= oldest}
            self._oldest, self._packets = oldest, kept
