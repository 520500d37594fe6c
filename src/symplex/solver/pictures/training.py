"""How a policy learns, and what it looks at: its rewards over epochs, its attention over a tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol, final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from symplex.solver.pictures.figure import LIGHT, Picture, Theme, new_picture, note, plain

_RELATIONS: Final = ("itself", "parent", "child", "sibling", "ancestor", "other")


class Learnt(Protocol):
    """What an epoch brought; `training.Epoch` is one."""

    @property
    def stage(self) -> str:
        """The name of its stage."""
        ...

    @property
    def reward(self) -> float:
        """The best one so far."""
        ...

    @property
    def entropy(self) -> float | None:
        """Of the policy's choices."""
        ...

    @property
    def written(self) -> int:
        """How many trees the policy wrote."""
        ...

    @property
    def distinct(self) -> int:
        """How many of them differ."""
        ...


def learning_figure(epochs: Sequence[Learnt], *, theme: Theme = LIGHT) -> Picture:
    """The best reward, the entropy and the share of distinct trees over the epochs."""
    with mpl.rc_context(theme.settings):
        picture = new_picture(7.5, 4.6)
        upper, middle, lower = picture.subplots(3, 1, sharex=True, height_ratios=(2, 1, 1))
        if not epochs:
            note(upper, "no epoch has ended", theme)
            return picture
        steps = np.arange(1, len(epochs) + 1)
        rewards = [one.reward for one in epochs]
        entropies = [np.nan if one.entropy is None else one.entropy for one in epochs]
        shares = [one.distinct / one.written if one.written else np.nan for one in epochs]
        for axes, values, label in (
            (upper, rewards, "best reward"),
            (middle, entropies, "entropy"),
            (lower, shares, "distinct"),
        ):
            axes.plot(steps, values, color=theme.late, linewidth=1.4)
            axes.set_ylabel(label)
        upper.set_ylim(0, 1.05)
        middle.set_ylim(bottom=0)
        lower.set_ylim(0, 1.05)
        lower.set_xlabel("epoch")
        _stages(upper, (upper, middle, lower), [one.stage for one in epochs], theme)
    return picture


def _stages(named: Axes, shaded: Sequence[Axes], stages: Sequence[str], theme: Theme) -> None:
    """Where a stage begins, with its name; a stage that begins anew is another one."""
    begun = [0, *(i for i in range(1, len(stages)) if stages[i] != stages[i - 1]), len(stages)]
    for index, (first, last) in enumerate(pairwise(begun)):
        for axes in shaded if index % 2 == 0 else ():
            axes.axvspan(first + 0.5, last + 0.5, color=theme.early, alpha=0.18, linewidth=0)
        named.text((first + last + 1) / 2, 1.01, plain(stages[first]), ha="center", va="bottom",
                   fontsize=8, color=theme.soft, transform=named.get_xaxis_transform())  # fmt: skip


@final
@dataclass(frozen=True)
class Attention:
    """What a policy looks at while it writes one tree."""

    title: str
    weights: NDArray[np.float64]
    """Of the choice at place i to the node at j, in the last layer, [places, nodes]."""
    shares: NDArray[np.float64]
    """Of each layer and relation, relative to an even spread."""


def attention_figure(tokens: Sequence[str], *policies: Attention, theme: Theme = LIGHT) -> Picture:
    """What each choice of a token looked at, and how much each tree relation counts.

    Args:
        tokens: Of the tree, in prefix order.
        policies: What each of them looked at; a line of the picture for each.
        theme: The colours.
    """
    with mpl.rc_context(theme.settings):
        picture = new_picture(8.5, 4.2 * len(policies))
        axes = picture.subplots(len(policies), 2, width_ratios=(1.3, 1), squeeze=False)
        spread = np.arange(1, len(tokens) + 1)[:, None]
        below = np.tril(np.ones((len(tokens), len(tokens)), dtype=np.bool_))
        shown = [np.where(below, one.weights * spread, np.nan) for one in policies]
        ends = float(np.nanmin(shown)), float(np.nanmax(shown))
        # A tree of one token has no relations.
        highest = max(
            1.0, *(one.shares[np.isfinite(one.shares)].max(initial=1.0) for one in policies)
        )
        for (left, right), one, values in zip(axes, policies, shown, strict=True):
            _looked(left, tokens, values, ends, theme)
            _by_relation(right, one.shares, theme)
            right.set_ylim(0, 1.08 * highest)
            left.set_title(f"{one.title}: the last layer" if one.title else "the last layer")
    return picture


def _looked(
    axes: Axes,
    tokens: Sequence[str],
    values: NDArray[np.float64],
    ends: tuple[float, float],
    theme: Theme,
) -> None:
    places = range(len(tokens))
    image = axes.imshow(values, cmap=theme.field, vmin=ends[0], vmax=ends[1])
    words, letters = [plain(token) for token in tokens], min(9.0, 170 / len(tokens))
    axes.set_xticks(places, words, rotation=90, fontsize=letters)
    axes.set_yticks(places, words, fontsize=letters)
    axes.set_xlabel("node that is looked at")
    axes.set_ylabel("token that is chosen")
    picture = axes.get_figure()
    if picture is not None:
        picture.colorbar(image, ax=axes, shrink=0.7)


def _by_relation(axes: Axes, shares: NDArray[np.float64], theme: Theme) -> None:
    known = [r for r in range(shares.shape[1]) if np.isfinite(shares[:, r]).any()]
    for layer, row in enumerate(shares):
        shade = theme.shades(layer / max(len(shares) - 1, 1))
        axes.plot([row[r] for r in known], "o-", color=shade, label=f"layer {layer + 1}")
    axes.axhline(1.0, color=theme.soft, linewidth=0.8, linestyle="--")
    axes.set_xticks(range(len(known)), [_RELATIONS[r] for r in known])
    axes.set_title("all layers, by relation")
    axes.set_ylabel("attention, relative to an even spread")
    axes.legend()
