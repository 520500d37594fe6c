"""Canonical keys in plain Python: the reference for the compiled core, and its substitute.

`TreeTable` has the interface and the results of its namesake in the core; it runs where nothing
could be compiled, and tests compare the two.
"""

from itertools import pairwise
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import ExpressionError

KEY_BYTES: Final = 16
_MAX_TOKENS: Final = 256
_BINARY: Final = 2
_WORD: Final = 2**64 - 1
_KEY: Final = (0x0706050403020100, 0x0F0E0D0C0B0A0908)
_MAGIC: Final = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)


def siphash(data: bytes) -> bytes:
    """SipHash-2-4 with 128 bits, under the key of its published test vectors.

    Among n trees some two share a key with probability below n²/2¹²⁹: 10⁻²¹ for 10⁹ trees.
    """
    v = [magic ^ _KEY[index % 2] for index, magic in enumerate(_MAGIC)]
    v[1] ^= 0xEE
    whole = len(data) - len(data) % 8
    words = [int.from_bytes(data[at : at + 8], "little") for at in range(0, whole, 8)]
    last = (len(data) & 0xFF) << 56 | int.from_bytes(data[whole:], "little")
    for word in (*words, last):
        v[3] ^= word
        _rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xEE
    _rounds(v, 4)
    low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    _rounds(v, 4)
    return low.to_bytes(8, "little") + (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & _WORD


def _rounds(v: list[int], count: int) -> None:
    for _ in range(count):
        v[0] = (v[0] + v[1]) & _WORD
        v[1] = _rotated(v[1], 13) ^ v[0]
        v[0] = _rotated(v[0], 32)
        v[2] = (v[2] + v[3]) & _WORD
        v[3] = _rotated(v[3], 16) ^ v[2]
        v[0] = (v[0] + v[3]) & _WORD
        v[3] = _rotated(v[3], 21) ^ v[0]
        v[2] = (v[2] + v[1]) & _WORD
        v[1] = _rotated(v[1], 17) ^ v[2]
        v[2] = _rotated(v[2], 32)


@final
class TreeTable:
    """What surgery needs to know of a vocabulary, by token id."""

    def __init__(self, arities: bytes, commutative: bytes, constant: int) -> None:
        need(0 < len(arities) <= _MAX_TOKENS, "a vocabulary must hold 1 to 256 tokens")
        need(
            len(commutative) == len(arities),
            "there must be one arity and one mark of commutativity for each token",
        )
        need(
            all(arity == _BINARY for arity, mark in zip(arities, commutative, strict=True) if mark),
            "a commutative operator must take two arguments",
        )
        need(
            0 <= constant < len(arities) and arities[constant] == 0,
            "the constant must be a leaf of the vocabulary",
        )
        self.arities = arities
        self.constant = constant
        self._commutative = commutative

    def keys(
        self, tokens: NDArray[np.uint8], offsets: NDArray[np.int64], threads: int = 1
    ) -> NDArray[np.uint8]:
        """A row of 16 bytes for each tree; equal for trees of the same canonical form."""
        del threads  # the compiled core's
        found = b"".join(siphash(self.canonical(ids)) for ids in self.split(tokens, offsets))
        return np.frombuffer(found, dtype=np.uint8).reshape(-1, KEY_BYTES).copy()

    def canonical(self, ids: bytes) -> bytes:
        """One spelling for trees that differ in the order of commutative arguments only."""
        stack: list[bytes] = []
        for token in reversed(ids):
            below = [stack.pop() for _ in range(self.arities[token])]
            if self._commutative[token]:
                below.sort()
            stack.append(bytes([token]) + b"".join(below))
        return stack.pop()

    def split(self, tokens: NDArray[np.uint8], offsets: NDArray[np.int64]) -> list[bytes]:
        """The trees of a batch; refuses whatever is not one."""
        cuts: list[int] = offsets.tolist()
        need(len(cuts) > 0 and cuts[0] == 0, "offsets must start at 0")
        need(cuts[-1] == len(tokens), "offsets must end at the number of tokens")
        pairs = list(pairwise(cuts))
        need(all(start <= end for start, end in pairs), "offsets must not fall")
        data = tokens.tobytes()
        need(
            max(data, default=0) < len(self.arities),
            "a token id is not in the vocabulary",
        )
        trees = [data[start:end] for start, end in pairs]
        for ids in trees:
            self._check_whole(ids)
        return trees

    def _check_whole(self, ids: bytes) -> None:
        missing = 1
        for token in ids:
            need(missing > 0, "tokens are left over after a tree")
            missing += self.arities[token] - 1
        need(missing == 0, "a tree misses an argument")

    def end(self, ids: bytes, start: int) -> int:
        """One past the subtree that begins at a position of a whole tree."""
        missing, position = 1, start
        while missing:
            missing += self.arities[ids[position]] - 1
            position += 1
        return position


def need(held: bool, sentence: str) -> None:  # noqa: FBT001
    """Refuse a caller's mistake with a sentence."""
    if not held:
        raise ExpressionError(sentence)
