"""What the nodes of a tree are to each other (paper §4.1), and how much of it a network is told.

Departs from the paper in one respect: the relation of slot i to node j is named after j, so that
"parent" means that j is the parent. Under a causal mask the printed naming, after i, would leave
parent and ancestor without a case. `as_printed` gives the paper's own matrix of a whole tree.
"""

from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

SELF, PARENT, CHILD, SIBLING, ANCESTOR, OTHER = range(6)
RELATIONS: Final = 6
RelationMatrix = NDArray[np.uint8]


class Relations(Enum):
    """What a network is told of the tree."""

    TREE = "tree"
    SHUFFLED = "shuffled"
    """Drawn at random for each pair of positions, the same in every tree."""
    NONE = "none"


def in_whole_trees(slot_relations: RelationMatrix) -> RelationMatrix:
    """What node j is to node i, later nodes included, from what j was to the slot of i.

    A child comes after its parent, so CHILD occurs here and never while a tree grows. From above,
    a descendant that is no child is no relation of its own: "otherwise" in the paper.
    """
    flipped = slot_relations.swapaxes(1, 2)
    mirrored = np.where(flipped == PARENT, np.uint8(CHILD), flipped)
    mirrored[~np.isin(mirrored, (CHILD, SIBLING))] = OTHER
    later = np.triu(np.ones(slot_relations.shape[1:], dtype=np.bool_), 1)
    return np.where(later, mirrored, slot_relations)


def as_printed(slot_relations: RelationMatrix) -> RelationMatrix:
    """The matrix r of paper §4.1: 1 where i is the parent of j, 4 where i is its ancestor."""
    return in_whole_trees(slot_relations).swapaxes(1, 2)


def told(which: Relations, relations: RelationMatrix, first: int = 0) -> RelationMatrix:
    """Relations as a network is told them, [..., places, nodes].

    Args:
        which: How much it is told.
        relations: What every node is to each place.
        first: The position of the first place; nodes begin at position 0.
    """
    match which:
        case Relations.TREE:
            return relations
        case Relations.NONE:
            return np.full_like(relations, OTHER)
        case Relations.SHUFFLED:
            places, nodes = relations.shape[-2:]
            drawn = _drawn(np.arange(first, first + places)[:, None], np.arange(nodes))
            return np.broadcast_to(drawn, relations.shape).copy()


def _drawn(place: NDArray[np.int64], node: NDArray[np.int64]) -> RelationMatrix:
    """A relation for each pair of positions, as if drawn at random (a multiplicative hash)."""
    mixed = (place * 2_654_435_761 + node * 2_246_822_519 + 374_761_393) % 2**32
    mixed = (mixed ^ mixed >> 15) * 2_246_822_519 % 2**32
    return ((mixed ^ mixed >> 13) % RELATIONS).astype(np.uint8)
