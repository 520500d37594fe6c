"""The kinds of problems, read from `families.txt`: templates of equations, and their orders.

The orders tell how many data a problem has, as a rule; `generator` chooses them.
"""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Family:
    """Problems of one kind.

    Attributes:
        kind: What it is called in the table.
        variables: The independent ones; `t` is time.
        order: Of the highest derivative in space, or of an ordinary equation.
        time: The order in time, for which there are initial data.
        unknowns: One for each equation, as a rule.
        templates: One of them is chosen for a statement.
    """

    kind: str
    variables: tuple[str, ...]
    order: int
    time: int
    unknowns: tuple[str, ...]
    templates: tuple[str, ...]


def families() -> tuple[Family, ...]:
    """All of them."""
    heads: list[tuple[str, list[str]]] = []
    for line in Path(__file__).with_name("families.txt").read_text("utf-8").splitlines():
        if line.startswith(" "):
            heads[-1][1].extend(part.strip() for part in line.split("|"))
        elif not line.startswith("#"):
            heads.append((line, []))
    return tuple(_family(head, tuple(templates)) for head, templates in heads)


def _family(head: str, templates: tuple[str, ...]) -> Family:
    kind, variables, order, time, unknowns = head.split(", ")
    names = tuple(unknowns.split())
    return Family(kind, tuple(variables.split()), int(order), int(time), names, templates)
