"""Sampling: one loop over positions that writes all trees of a batch at once.

Rows of the network are distinct prefixes, not sequences: sequences that begin alike share one
row until they part, and finished ones leave. Owns drawing and resampling; legality comes from
`Growth`, logits from a `Network`.
"""

from collections.abc import Callable
from typing import Final, final

import numpy as np
import torch
from numpy.typing import NDArray

from symplex.expression.sequences.grammar import Grammar, Integers, Mask
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import cut, is_degenerate, padded, unpadded
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.policy import Network, Rollout, check_vocabulary
from symplex.propose.policy.streams import choices, seed_of

ATTEMPTS: Final = 20
"""How often degenerate trees are drawn again before fewer trees are returned."""
_IN_USE: Final = 0.8
"""Rows are gathered anew once fewer than this share of them is in use."""

Drawn = tuple[Integers, Integers, NDArray[np.float64], NDArray[np.float64]]
"""Sequences as they were drawn: padded tokens, lengths, log-probabilities, mean entropies."""


def sample(network: Network, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
    """Draw whole trees; degenerate ones are drawn again (paper §4.3 and Appendix A)."""
    check_vocabulary(network, grammar)

    seed = seed_of(generator)

    def draw(todo: Integers, attempt: int) -> Drawn:
        uniforms = choices(seed, attempt, todo, grammar.max_length)
        return _Loop(network, Growth(grammar, 1), np.zeros_like(todo), uniforms).run()

    return _settle(grammar, count, grammar.max_length, draw)


def regrow(
    network: Network,
    grammar: Grammar,
    batch: TokenBatch,
    starts: Integers,
    generator: torch.Generator,
) -> Rollout:
    """Draw one subtree of each tree anew; what makes the tree degenerate is drawn again."""
    check_vocabulary(network, grammar)
    kept = cut(grammar, batch, starts)
    old, lengths = padded(batch)
    old_places = np.arange(old.shape[1])
    in_rest = (old_places >= (lengths - kept.rest_length)[:, None]) & (
        old_places < lengths[:, None]
    )
    capacity, seed = Growth.regrow(grammar, kept).capacity, seed_of(generator)
    width = capacity + int(kept.rest_length.max(initial=0))

    def draw(todo: Integers, attempt: int) -> Drawn:
        part = kept.take(todo)
        forced = np.arange(capacity) < part.starts[:, None]
        prefixes = np.zeros(forced.shape, dtype=np.int64)
        prefixes[:, : part.prefixes.shape[1]] = part.prefixes[:, :capacity]
        uniforms = choices(seed, attempt, todo, capacity)
        loop = _Loop(network, Growth.regrow(grammar, part), np.arange(len(todo)), uniforms)
        tokens, sizes, log_probs, entropies = loop.run(prefixes, forced)
        whole = np.zeros((len(todo), width), dtype=np.int64)
        whole[:, :capacity] = tokens
        places = np.arange(width)
        rest = (places >= sizes[:, None]) & (places < (sizes + part.rest_length)[:, None])
        whole[rest] = old[todo][in_rest[todo]]
        return whole, sizes + part.rest_length, log_probs, entropies

    return _settle(grammar, len(batch), width, draw)


def _settle(
    grammar: Grammar, count: int, width: int, draw: Callable[[Integers, int], Drawn]
) -> Rollout:
    """Draw, and draw again what is degenerate."""
    tokens = np.zeros((count, width), dtype=np.int64)
    lengths = np.zeros(count, dtype=np.int64)
    log_probs, entropies = np.zeros((2, count))
    todo, rejected = np.arange(count), 0
    for attempt in range(ATTEMPTS):
        if not len(todo):
            break
        with torch.inference_mode():
            drawn = draw(todo, attempt)
        sound = ~is_degenerate(grammar, drawn[0], drawn[1])
        for store, new in zip((tokens, lengths, log_probs, entropies), drawn, strict=True):
            store[todo[sound]] = new[sound]
        rejected += int((~sound).sum())
        todo = todo[~sound]
    sources = np.flatnonzero(lengths)
    batch = unpadded(tokens[sources], lengths[sources])
    return Rollout(batch, log_probs[sources], sources, rejected, entropies[sources])


@final
class _Loop:
    """One pass over positions: `live` sequences, each with the row that holds its prefix."""

    def __init__(
        self,
        network: Network,
        growth: Growth,
        rows: Integers,
        uniforms: NDArray[np.float32],
    ) -> None:
        count = len(rows)
        self._growth = growth
        self._uniforms = uniforms
        self._steps = network.begin(count, growth.capacity)
        self._live = np.arange(count)
        self._row = rows
        self._shared = len(rows) > len(growth.open)
        self._tokens = np.zeros((count, growth.capacity), dtype=np.int64)
        self._sizes = np.zeros(count, dtype=np.int64)
        self._log_probs, self._entropies = np.zeros((2, count))
        self._drawn = np.zeros(count, dtype=np.int64)

    def run(self, prefixes: Integers | None = None, forced: Mask | None = None) -> Drawn:
        """Write until every sequence is whole; forced places take the prefix's token."""
        while len(self._live):
            here, live = self._growth.position, self._live
            chosen, log_probs, entropies = self._choose()
            free = np.ones(len(live), dtype=np.bool_)
            if prefixes is not None and forced is not None:
                free = ~forced[live, here]
                chosen = np.where(free, chosen, prefixes[live, here])
            self._tokens[live, here] = chosen
            self._log_probs[live] += log_probs * free
            self._entropies[live] += entropies * free
            self._drawn[live] += free
            self._write(chosen)
            done = self._growth.finished[self._row]
            self._sizes[live[done]] = here + 1
            self._live, self._row = live[~done], self._row[~done]
            self._tidy()
        return self._tokens, self._sizes, self._log_probs, self._entropies / self._drawn

    def _choose(self) -> tuple[Integers, NDArray[np.float64], NDArray[np.float64]]:
        """Draw a token for each live sequence by inverting the cumulative distribution."""
        logits = self._steps.step(self._growth).cpu()
        mask = self._growth.mask()
        forbidden = torch.from_numpy(~mask)
        spread = torch.log_softmax(logits.masked_fill_(forbidden, -torch.inf), dim=1).numpy()
        chances = np.exp(spread, dtype=np.float64)
        entropies = -(chances * np.where(mask, spread, 0.0)).sum(axis=1)
        cdf = np.cumsum(chances, axis=1)[self._row]
        # Strictly below the top, so a token of probability 0 is never reached.
        height = self._uniforms[self._live, self._growth.position] * cdf[:, -1]
        chosen = (cdf <= height[:, None]).sum(axis=1)
        log_probs = spread[self._row, chosen].astype(np.float64)
        return chosen, log_probs, entropies[self._row]

    def _write(self, chosen: Integers) -> None:
        if self._shared:
            self._part(chosen)
            return
        tokens = np.zeros(len(self._growth.open), dtype=np.int64)
        tokens[self._row] = chosen
        self._growth.write(tokens)

    def _part(self, chosen: Integers) -> None:
        """Give each distinct prefix one row; once few are shared, each sequence its own."""
        size = len(self._growth.grammar.vocabulary)
        prefixes, row = np.unique(self._row * size + chosen, return_inverse=True)
        if len(prefixes) > _IN_USE * len(row):
            self._shared = False
            prefixes, row = self._row * size + chosen, np.arange(len(row))
        self._keep(prefixes // size)
        self._growth.write(prefixes % size)
        self._row = row

    def _tidy(self) -> None:
        """Drop the rows of finished sequences once there are many."""
        if not self._shared and len(self._live) < _IN_USE * len(self._growth.open):
            self._keep(self._row)
            self._row = np.arange(len(self._row))

    def _keep(self, rows: Integers) -> None:
        if not np.array_equal(rows, np.arange(len(self._growth.open))):
            self._growth.keep(rows)
            self._steps.keep(rows)
