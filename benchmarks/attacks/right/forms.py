"""The same functions in odd forms: identities applied at random places of a true solution.

Every form is compared with the truth at 50 digits, inside of the box and far outside of it in open
directions, before it counts.
"""

import random
from collections.abc import Iterator

from attacks.cases import Attack, text_of
from attacks.guard import Reference
from attacks.right.identities import BY_OPERATOR, OF_NUMBERS, OF_WHOLES
from attacks.right.textbook import textbook
from attacks.truths import Truth, every
from near_misses.trees import replaced
from symplex.errors import ExpressionError
from symplex.expression import Expression, Number, Operator, Symbol, Token, symbol
from symplex.expression.parse import Scope, parse

KIND = "odd form"
BOOK = "textbook"
_PER_PROBLEM = 4
_PER_BOOK_PROBLEM = 6
_LARGEST = 160
"""Nodes of a form: the verifier may refuse long answers."""
_WITHOUT_A_PROOF = frozenset({"expansion"})
"""Solutions that are undefined at a point of the closed domain."""


def attacks() -> Iterator[Attack]:
    """A few forms of each known solution and of each problem of the textbook."""
    for truth in every():
        if truth.name not in _WITHOUT_A_PROOF:
            yield from _forms(truth, KIND, _PER_PROBLEM)
    for truth in textbook():
        yield from _forms(truth, BOOK, _PER_BOOK_PROBLEM)


def _forms(truth: Truth, kind: str, wanted: int) -> Iterator[Attack]:
    rng = random.Random(f"{truth.name} odd forms")
    reference = Reference(truth.problem, truth.solution)
    texts = {name: text_of(part) for name, part in truth.solution.items()}
    stated = truth.statement
    seen: set[str] = set()
    for attempt in range(12 * wanted):
        unknown = rng.choice(truth.problem.unknowns)
        rules, formula = _disguised(truth.solution[unknown], truth, rng, 1 + attempt % 4)
        if formula.size > _LARGEST or not reference.agrees(unknown, formula):
            continue
        text = text_of(formula)
        if text in seen or not _can_be_read(text, truth):
            continue
        seen.add(text)
        answer = {**texts, unknown: text}
        yield Attack(kind, stated, answer, f"{truth.name}: {rules}", is_right=True)
        if len(seen) == wanted:
            return


def _disguised(
    formula: Expression, truth: Truth, rng: random.Random, times: int
) -> tuple[str, Expression]:
    """So many identities one after the other, and their names."""
    rules: list[str] = []
    for _ in range(times):
        rule, formula = _rewritten(formula, truth, rng)
        rules.append(rule)
    return ", ".join(rules), formula


def _can_be_read(text: str, truth: Truth) -> bool:
    try:
        parse(text, truth.problem.answer_scope)
    except ExpressionError:
        return False
    return True


def _rewritten(formula: Expression, truth: Truth, rng: random.Random) -> tuple[str, Expression]:
    """One identity at one place; now and then one of the whole."""
    if rng.random() < 0.1:  # noqa: PLR2004
        name = rng.choice(tuple(truth.problem.domain))
        text = rng.choice(OF_WHOLES)
        return text, _built(text, {"a": formula, "v": symbol(name)})
    places = [start for start, token in enumerate(formula.tokens) if _rules(token)]
    if not places:
        text = OF_WHOLES[0]
        return text, _built(text, {"a": formula})
    start = rng.choice(places)
    part, text = formula.subtree(start), rng.choice(_rules(formula.tokens[start]))
    arguments = dict(zip("ab", part.arguments or (part,), strict=False))
    return text, replaced(formula, start, _built(text, arguments))


def _rules(token: Token) -> tuple[str, ...]:
    match token:
        case Number():
            return OF_NUMBERS
        case Operator(name=name):
            return BY_OPERATOR.get(name, ())
        case _:
            return ()


def _built(text: str, parts: dict[str, Expression]) -> Expression:
    tree = parse(text, Scope(variables=tuple(parts)))
    return tree.substitute({Symbol(name): part for name, part in parts.items()})
