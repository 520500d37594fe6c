"""Putting another subtree into a formula."""

from collections.abc import Iterator

from symplex.expression import Expression


def positions(expression: Expression) -> Iterator[tuple[int, Expression]]:
    """Every subtree with its place in prefix order."""
    for start in range(expression.size):
        yield start, expression.subtree(start)


def replaced(expression: Expression, start: int, part: Expression) -> Expression:
    """The formula with the subtree at `start` replaced."""
    return expression.with_subtree(start, part)
