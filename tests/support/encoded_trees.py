"""Random vocabularies and trees as bytes, for tests of surgery in the core and its reference."""

import random
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

MAX_ARITY = 3


@dataclass(frozen=True)
class Facts:
    """What a table is made of."""

    arities: bytes
    commutative: bytes
    constant: int

    def ids(self, arity):
        return [i for i, count in enumerate(self.arities) if count == arity]


def random_facts(rng: random.Random, size: int = 12) -> Facts:
    """A vocabulary with at least two leaves, one of them the constant."""
    arities = bytes([0, 0, *(rng.randint(0, MAX_ARITY) for _ in range(size - 2))])
    commutative = bytes(count == 2 and rng.random() < 0.5 for count in arities)
    return Facts(arities, commutative, rng.choice([i for i in range(size) if arities[i] == 0]))


def random_ids(rng: random.Random, facts: Facts, depth: int, without=()) -> bytes:
    """A whole tree that does not hold the tokens in `without`."""
    usable = [i for i in range(len(facts.arities)) if i not in without]
    leaves = [i for i in usable if facts.arities[i] == 0]
    token = rng.choice(leaves if depth == 0 else usable)
    below = (random_ids(rng, facts, depth - 1, without) for _ in range(facts.arities[token]))
    return bytes([token]) + b"".join(below)


def arrays(trees, facts: Facts, rng: random.Random):
    """A batch of trees as the core takes it, with random constants."""
    tokens = np.frombuffer(b"".join(trees), dtype=np.uint8)
    offsets = np.cumsum([0, *map(len, trees)], dtype=np.int64)
    slots = int(np.count_nonzero(tokens == facts.constant))
    return tokens, offsets, np.array([rng.gauss(0, 1) for _ in range(slots)])


def split(tokens, offsets) -> list[bytes]:
    """The trees of a batch."""
    return [tokens[a:b].tobytes() for a, b in pairwise(offsets)]


def is_whole(ids: bytes, arities) -> bool:
    missing = 1
    for position, token in enumerate(ids):
        missing += int(arities[token]) - 1
        if missing == 0:
            return position == len(ids) - 1
    return False
