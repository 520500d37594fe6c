"""A recurrent policy in the manner of DSR and SSDE: a rival, and the other side of ablations.

At each slot it sees the tokens of the slot's parent and left sibling; everything else must be
carried in its state.
"""

from dataclasses import dataclass
from typing import final

import torch
from torch import Tensor, nn

from symplex.expression.sequences.grammar import Grammar, Integers
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import Replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import sampler, scorer
from symplex.propose.policy.initialise import initialise
from symplex.propose.policy.policy import Rollout, Scores


@final
@dataclass(frozen=True, kw_only=True)
class LstmSettings:
    """The size of the model; the defaults give it as many weights as SymFormer has."""

    embedding: int = 32
    """Features of the parent, and as many of the sibling."""
    width: int = 160
    """Features of the state."""


@final
class Lstm(nn.Module):
    """The recurrent policy."""

    def __init__(
        self, vocabulary: Vocabulary, settings: LstmSettings, generator: torch.Generator
    ) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.settings = settings
        size = len(vocabulary)
        with torch.random.fork_rng(devices=[]):
            self.parent = nn.Embedding(size + 1, settings.embedding)
            self.sibling = nn.Embedding(size + 1, settings.embedding)
            self.recurrence = nn.LSTM(2 * settings.embedding, settings.width, batch_first=True)
            self.output = nn.Linear(settings.width, size)
        initialise(self, self.output, generator)

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw trees; fewer than `count` only if the policy keeps proposing degenerate ones."""
        return sampler.sample(self, grammar, count, generator)

    def regrow(
        self, grammar: Grammar, batch: TokenBatch, starts: Integers, generator: torch.Generator
    ) -> Rollout:
        """Draw the subtree at `starts` of each tree anew and keep the rest."""
        return sampler.regrow(self, grammar, batch, starts, generator)

    def score(self, grammar: Grammar, batch: TokenBatch) -> Scores:
        """Score given trees under the masks that sampling uses."""
        return scorer.score(self, grammar, batch)

    def embed(self, parents: Integers, siblings: Integers) -> Tensor:
        """What the recurrence sees of slots, [..., 2 · embedding]."""
        on = self.output.weight.device
        above, beside = torch.from_numpy(parents).to(on), torch.from_numpy(siblings).to(on)
        return torch.cat([self.parent(above), self.sibling(beside)], dim=-1)

    def logits(self, seen: Replay) -> Tensor:
        """The logits of every slot of whole trees, [rows, slots, vocabulary]."""
        states, _ = self.recurrence(self.embed(seen.parents, seen.siblings))
        return self.output(states)

    def begin(self, max_rows: int, capacity: int) -> "LstmSteps":
        """Start on trees, keeping one state for each."""
        return LstmSteps(self)


@final
class LstmSteps:
    """The recurrence at work."""

    def __init__(self, model: Lstm) -> None:
        self._model = model
        self._state: tuple[Tensor, Tensor] | None = None

    def step(self, growth: Growth) -> Tensor:
        """The logits of the token for the open slot of each row, [rows, vocabulary]."""
        seen = self._model.embed(growth.parent_token, growth.sibling_token).unsqueeze(1)
        states, self._state = self._model.recurrence(seen, self._state)
        return self._model.output(states[:, 0])

    def keep(self, rows: Integers) -> None:
        """Go on with these rows, as `Growth.keep` does."""
        if self._state is not None:
            hidden, cell = self._state
            kept = torch.from_numpy(rows).to(hidden.device)
            self._state = hidden.index_select(1, kept), cell.index_select(1, kept)
