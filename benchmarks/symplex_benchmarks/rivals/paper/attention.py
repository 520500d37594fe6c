"""The runs behind the figure of attention: one policy is told the tree, another is not."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from symplex.app.training import Seen, Training, seen_by, train
from symplex.errors import SettingsError, listing
from symplex.expression.sequences.relations import Relations
from symplex.problem import Problem
from symplex.propose.candidates.settings import PAPER, SYMFORMER, SearchSettings
from symplex_benchmarks.rivals.comparison.process import Limits

Row = dict[str, Any]
RECIPES: Final[Mapping[str, SearchSettings]] = MappingProxyType(
    {"symformer": SYMFORMER, "paper": PAPER}
)
"""The recipes in which the policy writes everything."""


def require(recipe: str) -> None:
    """Refuse a recipe whose policy writes too little to be looked at."""
    if recipe not in RECIPES:
        raise SettingsError(
            f"attention is that of a policy which writes everything: expected --recipe "
            f"{listing(RECIPES)}, found '{recipe}'"
        )


def attention(problem: Problem, recipe: str, seed: int, limits: Limits) -> Row:
    """Train SymFormer and the same network without the tree; both look at SymFormer's best tree."""
    settings = RECIPES[recipe]
    standard = replace(
        settings,
        network=replace(settings.network, relations=Relations.NONE, slot_description=False),
    )
    made = {"SymFormer": settings, "standard attention": standard}
    trained = {title: _trained(problem, one, seed, limits) for title, one in made.items()}
    tree = trained["SymFormer"].seen
    if tree is None:
        return {"tokens": [], "policies": {}}
    return {
        "tokens": list(tree.tokens),
        "policies": {
            title: _row(one, seen_by(problem, made[title], one.weights, tree.ids))
            for title, one in trained.items()
            if one.weights
        },
    }


def _trained(problem: Problem, settings: SearchSettings, seed: int, limits: Limits) -> Training:
    return train(
        problem,
        recipe=settings,
        seed=seed,
        time_limit=limits.seconds,
        threads=limits.threads,
        device=limits.device,
    )


def _row(training: Training, seen: Seen) -> Row:
    """Attention of the last layer, the mean of its heads, and all layers' by relation."""
    from symplex.propose.policy.insight import by_relation  # late: torch

    weights, shares = seen.insight.attention, by_relation(seen.insight)
    if weights is None or shares is None:
        raise SettingsError("the policy has no attention")
    return {
        "weights": weights[-1].mean(axis=0).round(5).tolist(),
        "shares": [
            [None if np.isnan(v) else round(v, 4) for v in line] for line in shares.tolist()
        ],
        "epochs": len(training.epochs),
        "proved": bool(training.solution),
    }
