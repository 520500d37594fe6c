"""How far a collection of methods has been read: its turns, due by counted work, and repeated."""

import math
from collections.abc import Iterator
from itertools import islice
from typing import Final, final

from symplex.budget import Budget
from symplex.polish.polish import Polished
from symplex.reasons import Code, Reason
from symplex.search.state import State
from symplex.solution.textbook import Textbook, TextbookAccount

_NOT_AGAIN: Final = Reason(Code.RESUMED_NOT_FOUND_AGAIN)


@final
class Reading:
    """A textbook and where it is open."""

    def __init__(self, book: Textbook, ahead: int) -> None:
        """A book from its first turn.

        Args:
            book: What is read.
            ahead: By how many candidates its cost may be ahead of the search's; negative where
                the search goes first.
        """
        self.book, self._ahead = book, ahead
        self._waiting = book.turns()
        self._is_read = False
        self.turns = 0
        """How many were taken."""

    @property
    def account(self) -> TextbookAccount | None:
        """What it has cost, once there are no more turns."""
        return self.book.account if self._is_read else None

    def due(self, state: State | None, clock: Budget) -> Iterator[Polished | None]:
        """Its turns until it has cost as much as the search, with what it may be ahead.

        All of its turns, where there is no search to wait for.
        """
        ahead = math.inf if state is None else self._ahead
        while clock.left > 0 and self.book.cost < (state.candidates if state else 0) + ahead:
            try:
                yield next(self._waiting)
                self.turns += 1
            except StopIteration:
                self._is_read = True
                return

    def again(self, turns: int, account: TextbookAccount | None) -> Iterator[Polished]:
        """Be where it was after so many turns; those that proved something are handed out."""
        if account is not None:
            self.book.close(account)
        taken = 0
        for polished in islice(self._waiting, turns):
            taken += 1
            if polished is not None and polished.certificate.is_exact:
                yield polished
        if account is None and taken < turns:
            self.book.remarks.append(_NOT_AGAIN)
        self.turns, self._is_read = turns, account is not None
