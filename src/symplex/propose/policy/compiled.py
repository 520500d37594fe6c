"""A policy in compiled code: drawing trees, and scoring given ones with gradients.

Owns the way there and back. The probabilities are those of the torch model, which remains the
oracle and serves wherever compiled code cannot.
"""

from typing import Any, cast, final

import numpy as np
import torch
from torch import Tensor

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.folding import folded, network_of, nothing, tokens_of
from symplex.propose.policy.policy import Rollout, TreeScores, check_vocabulary
from symplex.propose.policy.sampler import ATTEMPTS
from symplex.propose.policy.streams import seed_of
from symplex.propose.policy.symformer import SymFormer
from symplex.propose.policy.uniform import Uniform


@final
class Compiled:
    """Draws and scores trees of a model with its weights as they are at each call."""

    def __init__(self, model: SymFormer | Uniform, threads: int = 1) -> None:
        from symplex.propose.policy import _sampler  # an installation may lack it

        self._model, self._threads = model, max(1, threads)
        self._memory = _sampler.Sampler()
        self._tokens: tuple[Grammar, _sampler.Tokens] | None = None

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw whole trees; degenerate ones are drawn again."""
        check_vocabulary(self._model, grammar)
        with torch.no_grad():
            network = network_of(self._folded())
        tokens, lengths, log_probs, entropies, rejected = self._memory.sample(
            network,
            self._table(grammar),
            count=count,
            seed=seed_of(generator),
            attempts=ATTEMPTS,
            threads=self._threads,
        )
        sources = np.flatnonzero(lengths)
        sizes = lengths[sources]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        batch = TokenBatch(tokens, offsets)
        return Rollout(batch, log_probs[sources], sources, rejected, entropies[sources] / sizes)

    def score(self, grammar: Grammar, batch: TokenBatch) -> TreeScores:
        """Score given trees under the masks that sampling uses; prefixes are computed once."""
        from symplex.propose.policy import _sampler  # an installation may lack it

        check_vocabulary(self._model, grammar)
        tensors = self._folded()
        scored = _sampler.ScoredTrees(
            network_of(tensors),
            self._table(grammar),
            np.ascontiguousarray(batch.tokens),
            np.ascontiguousarray(batch.offsets),
            threads=self._threads,
        )
        log_probs, entropies = cast("tuple[Tensor, Tensor]", _Scores.apply(scored, *tensors))
        lengths = torch.from_numpy(np.diff(batch.offsets))
        return TreeScores(log_probs, entropies, lengths, torch.from_numpy(scored.depths))

    def _folded(self) -> list[Tensor]:
        model = self._model
        return nothing(model) if isinstance(model, Uniform) else folded(model)

    def _table(self, grammar: Grammar) -> Any:  # noqa: ANN401 (of a module that may be missing)
        """The grammar's tables; a stage asks for the same ones again and again."""
        if self._tokens is None or self._tokens[0] is not grammar:
            self._tokens = grammar, tokens_of(grammar)
        return self._tokens[1]


class _Scores(torch.autograd.Function):
    """Scores as a function of what was folded, for torch to carry the gradient on."""

    @staticmethod
    def forward(ctx: Any, scored: Any, *tensors: Tensor) -> tuple[Tensor, Tensor]:  # noqa: ANN401
        ctx.scored = scored
        ctx.shapes = [tensor.shape for tensor in tensors]
        return torch.from_numpy(scored.log_probs), torch.from_numpy(scored.entropies)

    @staticmethod
    def backward(ctx: Any, *errors: Tensor) -> tuple[Tensor | None, ...]:  # noqa: ANN401
        of_log_probs, of_entropies = (error.double().contiguous().numpy() for error in errors)
        found = ctx.scored.gradient(of_log_probs, of_entropies)
        parts = zip(found, ctx.shapes, strict=True)
        return None, *(torch.from_numpy(array).view(shape) for array, shape in parts)
