"""The two walks of a tree: node by node, and as a directed graph, each different subtree once.

A derivative repeats the formula that it comes from, and the next one repeats it again; what is
computed of the repetitions is computed here once.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from symplex.expression.token import Constant, Token, arity

T = TypeVar("T")


def plain_fold(
    tokens: Sequence[Token],
    constants: Sequence[float],
    combine: Callable[[Token, Sequence[T], float], T],
) -> T:
    """Work from the leaves up: `combine(token, results below, value if it is a slot)`."""
    stack: list[T] = []
    slot = len(constants)
    for token in reversed(tokens):
        value = 0.0
        if isinstance(token, Constant):
            slot -= 1
            value = constants[slot]
        below = [stack.pop() for _ in range(arity(token))]
        stack.append(combine(token, below, value))
    return stack.pop()


def shared_fold(
    tokens: Sequence[Token],
    constants: Sequence[float],
    combine: Callable[[Token, Sequence[T], float], T],
) -> T:
    """The same, but equal subtrees are worked on once.

    Equal subtrees get one call, in the order in which a plain walk meets them first; so `combine`
    must be a function of its arguments alone. Two slots are never equal.
    """
    known: dict[tuple[object, ...], int] = {}
    found: list[T] = []
    stack: list[int] = []
    slot = len(constants)
    for token in reversed(tokens):
        below = [stack.pop() for _ in range(arity(token))]
        value, key = 0.0, (token, *below)
        if isinstance(token, Constant):
            slot -= 1
            value, key = constants[slot], (token, slot)
        if key not in known:
            known[key] = len(found)
            found.append(combine(token, [found[index] for index in below], value))
        stack.append(known[key])
    return found[stack.pop()]
