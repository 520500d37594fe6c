"""The learning check: the paper's losses make the best of about 300 trees the most likely."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
import torch

from symplex.expression import OPERATORS, Symbol
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import is_degenerate, padded
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import SymFormer, SymFormerSettings, Trainer
from symplex.propose.policy.losses import (
    IMITATION_THRESHOLD,
    imitation_loss,
    policy_loss,
    rank_rewards,
)

NAMES = ("+", "*", "sin", "exp")
VOCABULARY = Vocabulary((*(OPERATORS[name] for name in NAMES), Symbol("x"), Symbol("y")))
GRAMMAR = Grammar(VOCABULARY, max_depth=2, max_length=6, max_constants=0)
SAMPLES, MEMORY = 64, 10


def all_trees() -> TokenBatch:
    """Every tree that the grammar can write and that is not degenerate."""
    growth, rows = Growth(GRAMMAR, 1), [[]]
    found: list[list[int]] = []
    while rows:
        parents, tokens = np.nonzero(growth.mask())
        growth.keep(parents)
        growth.write(tokens)
        rows = [[*rows[p], int(t)] for p, t in zip(parents, tokens, strict=True)]
        done = growth.finished
        found += [row for row, end in zip(rows, done, strict=True) if end]
        rows = [row for row, end in zip(rows, done, strict=True) if not end]
        growth.keep(np.flatnonzero(~done))
    trees = TokenBatch.of(found)
    sound = ~is_degenerate(GRAMMAR, *padded(trees))
    return TokenBatch.of(row for row, keep in zip(found, sound, strict=True) if keep)


def unrelated(trees: TokenBatch, target: int, random: np.random.Generator) -> np.ndarray:
    """Losses that say nothing of one tree through another; rewards below 0.76."""
    losses = random.uniform(0.1, 10.0, len(trees))
    losses[target] = 0.0
    return losses


def near(trees: TokenBatch, target: int, random: np.random.Generator) -> np.ndarray:
    """Losses that count the places where a tree differs from the target."""
    del random
    tokens, _ = padded(trees)
    return (tokens != tokens[target]).sum(axis=1).astype(float)


@dataclass(frozen=True)
class Course:
    """How one run went: the target's probability and rank every tenth update."""

    probabilities: list[float]
    ranks: list[int]


Landscape = Callable[[TokenBatch, int, np.random.Generator], np.ndarray]


def learn(
    seed: int,
    updates: int,
    landscape: Landscape,
    *,
    imitate: bool,
    settings: SymFormerSettings = SymFormerSettings(),  # noqa: B008
) -> Course:
    """Train with the paper's losses on trees of which one has loss 0."""
    trees = all_trees()
    random = np.random.default_rng(seed)
    target = int(random.integers(len(trees)))
    losses = landscape(trees, target, random)
    number = {bytes(tokens): index for index, tokens in enumerate(trees)}
    generator = torch.Generator().manual_seed(seed)
    policy = SymFormer(VOCABULARY, settings, generator)
    trainer = Trainer(policy)
    seen: set[int] = set()
    course = Course([], [])
    for update in range(updates + 1):
        if update % 10 == 0:
            with torch.no_grad():
                chances = policy.score(GRAMMAR, trees).log_probs.exp()
            course.probabilities.append(float(chances[target]))
            course.ranks.append(int((chances > chances[target]).sum()))
        batch = policy.sample(GRAMMAR, SAMPLES, generator).batch
        drawn = [number[bytes(tokens)] for tokens in batch]
        seen |= set(drawn)
        scores = policy.score(GRAMMAR, batch)
        rewards = rank_rewards(torch.from_numpy(losses[drawn]))
        loss = policy_loss(scores.log_probs, scores.entropies, rewards, scores.depths)
        best = sorted(seen, key=lambda index: losses[index])[:MEMORY]
        merits = 1 / (1 + np.sqrt(losses[best]))
        if imitate and merits[0] > IMITATION_THRESHOLD:
            remembered = policy.score(GRAMMAR, TokenBatch.of(trees[index] for index in best))
            loss = loss + imitation_loss(
                remembered.log_probs, remembered.lengths, torch.from_numpy(merits)
            )
        trainer.update(loss)
    return course


def test_there_are_about_three_hundred_trees() -> None:
    assert len(all_trees()) == 290


def test_a_few_updates_favour_the_best_tree() -> None:
    course = learn(seed=0, updates=20, landscape=near, imitate=True)
    assert course.probabilities[-1] > 3 * course.probabilities[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_best_tree_becomes_the_most_likely(seed: int) -> None:
    course = learn(seed, updates=300, landscape=near, imitate=True)
    assert course.ranks[-1] == 0


@pytest.mark.slow
def test_a_tree_that_nothing_leads_to_is_mostly_found() -> None:
    courses = [learn(seed, updates=300, landscape=unrelated, imitate=True) for seed in range(10)]
    assert sum(course.ranks[-1] == 0 for course in courses) >= 6
