"""How likely a policy is to write the true structure of a stage, and what Adam makes of it.

Owns the ways of writing one structure that differ by the order of commutative arguments: the
probability of the structure is taken as the sum over these. Other ways of writing the same
function are not counted, so it is a lower bound.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, final

import numpy as np
import torch

from symplex.expression import Expression
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.token import CONSTANT, Number, Token, arity
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.evaluator import Evaluator
from symplex.numerics.evaluation.fit import Method
from symplex.solver.search.policy_learner import PolicyLearner

_COMMUTATIVE: Final = ("+", "*")


@final
@dataclass(frozen=True)
class TrueStructures:
    """The true structure of each stage of one problem, by the stage's name.

    Numbers stand for constants that are to be fitted.
    """

    by_stage: Mapping[str, Expression]

    def written(self, stage: str, vocabulary: Vocabulary) -> TokenBatch | None:
        """All orders in which a stage's structure may be written; None where it is not known."""
        formula = self.by_stage.get(stage)
        if formula is None:
            return None
        skeleton = tuple(CONSTANT if isinstance(t, Number) else t for t in formula.tokens)
        if any(token not in vocabulary for token in skeleton):
            return None
        orders = {tuple(map(vocabulary.id_of, order)) for order in _orders(skeleton)}
        return TokenBatch.of(sorted(orders))


def log_probability(learner: PolicyLearner, grammar: Grammar, written: TokenBatch) -> float:
    """The logarithm of the probability that one sample is the structure; -inf if it is illegal."""
    with torch.no_grad():
        found = learner.policy.score(grammar, written).log_probs
    return float(torch.logsumexp(found, dim=0))


def reward_by_recipe(evaluator: Evaluator, method: Method, written: TokenBatch) -> float:
    """The reward that the recipe's own fit, from constants 1, gives the structure."""
    loss = float(np.nanmin(evaluator.fit(TokenBatch.of([written[0]]), method).losses))
    return 1 / (1 + math.sqrt(loss)) if math.isfinite(loss) else 0.0


def _orders(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The ways of writing a tree that differ by the order of commutative arguments."""
    head, parts = tokens[0], _arguments(tokens)
    for chosen in product(*(tuple(_orders(part)) for part in parts)):
        yield (head, *(token for part in chosen for token in part))
        if getattr(head, "name", "") in _COMMUTATIVE:
            yield (head, *(token for part in reversed(chosen) for token in part))


def _arguments(tokens: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """The subtrees below the root of a prefix sequence."""
    parts: list[tuple[Token, ...]] = []
    begin = 1
    while begin < len(tokens):
        end, open_slots = begin, 1
        while open_slots:
            open_slots += arity(tokens[end]) - 1
            end += 1
        parts.append(tokens[begin:end])
        begin = end
    return parts
