"""A formula cut into smooth pieces by the signs of what its kinks depend on.

Owns the cutting: abs, sign, max, min and relu give way to one branch each, √(x²) and its like
are first written with abs. Raises `Undecided` where it cannot be shown how a formula behaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

from symplex.algebra import normal_form
from symplex.budget import Budget, Undecided
from symplex.expression import OPERATORS, Expression, Operator, apply, number, tuple_of
from symplex.expression.backends import tree_backend
from symplex.expression.operator_facts import BRANCHING, limits_of, nodes, short
from symplex.expression.operators import Rule
from symplex.problem import Box
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.arithmetic.signs import HalfSpace, holds
from symplex.proof.pieces.roots import Singular, rewritten_arc, rewritten_root
from symplex.proof.pieces.spelling import plain, settled
from symplex.proof.pieces.thin import is_thin, known_sign, vanishes

MAX_PIECES = 64


@final
@dataclass(frozen=True)
class Piece:
    """A part of the box, and the smooth formula that the original equals there."""

    formula: Expression
    half_spaces: tuple[HalfSpace, ...] = ()
    singular: tuple[Singular, ...] = ()
    """Where it is still not smooth: sets too thin to divide the piece."""
    jumps: tuple[Expression, ...] = ()
    """Formulas whose sign was taken although they may vanish in the closed box."""
    done: frozenset[Expression] = frozenset()

    @property
    def where(self) -> str:
        """The piece in words: ``x > 0, y < 0``."""
        signs = (f"{short(s.formula)} {'>' if s.sign > 0 else '<'} 0" for s in self.half_spaces)
        return ", ".join(signs)


@final
@dataclass(frozen=True)
class CutContext:
    """Where a formula is cut, and how much is asked of it there."""

    box: Box
    budget: Budget
    values_only: bool = False
    """Values almost everywhere are all that matters: smoothness and exceptions do not."""


def cut(
    formula: Expression, place: CutContext, half_spaces: tuple[HalfSpace, ...] = ()
) -> list[Piece]:
    """The smooth pieces of a formula on the part of the box within `sides`.

    Raises:
        Undecided: where the formula is not shown to be defined, or has too many pieces.
    """
    waiting, finished = [Piece(plain(formula), half_spaces)], list[Piece]()
    while waiting:
        place.budget.spend()
        piece = waiting.pop()
        position = _innermost(piece)
        if position is None:
            _require_defined(piece.formula, place, piece.half_spaces)
            tidy = replace(piece, formula=_tidied(piece.formula))
            finished.append(_with_reachable_roots(tidy, place.box))
        else:
            waiting.extend(_stepped(piece, position, place))
        if len(waiting) + len(finished) > MAX_PIECES:
            raise Undecided(f"the formula has more than {MAX_PIECES} pieces")
    return finished[::-1]


def _innermost(piece: Piece) -> int | None:
    """The position of a node that needs work and has none such below it."""
    tokens = piece.formula.tokens
    for position in range(len(tokens) - 1, -1, -1):
        token = tokens[position]
        kinked = isinstance(token, Operator) and bool(token.kinks)
        if kinked and piece.formula.subtree(position) not in piece.done:
            return position
    return None


def _tidied(formula: Expression) -> Expression:
    """Shorter where that is easy: what cancels has no kinks."""
    system = tuple_of(len(formula.arguments))
    if formula.root != system:
        return normal_form.tidied(formula)
    return apply(system, *map(normal_form.tidied, formula.arguments))


def _stepped(piece: Piece, position: int, place: CutContext) -> list[Piece]:
    node = piece.formula.subtree(position)
    operator = node.root
    if not isinstance(operator, Operator):
        raise Undecided("a leaf has no kink")
    for argument in node.arguments:
        _require_defined(argument, place, piece.half_spaces)
    if operator.name in BRANCHING:
        return _branched(piece, position, node, place.box)
    if operator.exponent is not None and settled(node.arguments[0]) != node.arguments[0]:
        root = apply(operator, settled(node.arguments[0]))
        return [replace(piece, formula=replaced(piece.formula, position, root))]
    try:
        rewrite = rewritten_arc if operator.exponent is None else rewritten_root
        new, singular = rewrite(node, place.box, piece.half_spaces, place.budget)
    except Undecided:
        if not place.values_only:
            raise
        new, singular = None, None
    if new is None:
        kept = (*piece.singular, singular) if singular else piece.singular
        return [replace(piece, done=piece.done | {node}, singular=kept)]
    return [replace(piece, formula=replaced(piece.formula, position, new))]


def _require_defined(
    formula: Expression, place: CutContext, half_spaces: Sequence[HalfSpace]
) -> None:
    for margin, rule in limits_of(formula):
        if place.values_only:
            known = _almost(margin, rule, place.box, half_spaces)
        else:
            known = holds(margin, rule, place.box, half_spaces) or (
                rule is Rule.NONNEGATIVE
                and nonnegative(margin, place.box, half_spaces, place.budget)
            )
        if not known:
            raise Undecided(f"it is not shown that {short(margin)} {rule.value}")


def _almost(margin: Expression, rule: Rule, box: Box, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether a rule is proved up to a thin set."""
    if rule is Rule.NONZERO:
        return not vanishes(margin, box)
    weak = holds(margin, Rule.NONNEGATIVE, box, half_spaces)
    return weak and (rule is Rule.NONNEGATIVE or not vanishes(margin, box))


def _with_reachable_roots(piece: Piece, box: Box) -> Piece:
    """Without the singular roots that are not in the formula, or vanish on its edge only."""
    kept = (root for root in piece.singular if _reachable(root, piece, box))
    return replace(piece, singular=tuple(dict.fromkeys(kept)))


def _reachable(root: Singular, piece: Piece, box: Box) -> bool:
    if root.base not in (node.arguments[0] for node in nodes(piece.formula) if _is_root(node)):
        return False
    return not any(_excludes(side, root, box) for side in piece.half_spaces)


def _excludes(side: HalfSpace, root: Singular, box: Box) -> bool:
    """Whether the root's zeros lie outside a side, but for the faces of the box."""
    there = normal_form.polynomial(root.at_zero(side.margin))
    if there is None or not normal_form.is_affine(there, box.variables):
        return False
    # An affine margin that is nowhere positive is negative inside the box.
    return holds(-normal_form.to_expression(there), Rule.NONNEGATIVE, box)


def _is_root(node: Expression) -> bool:
    exponent = node.root.exponent if isinstance(node.root, Operator) else None
    return exponent is not None and exponent.denominator > 1


def replaced(formula: Expression, position: int, new: Expression) -> Expression:
    """The formula with another subtree at a position."""
    end = position + formula.subtree(position).size
    before, after = formula.tokens[:position], formula.tokens[end:]
    return Expression((*before, *new.tokens, *after), formula.constants)


def _branched(piece: Piece, position: int, node: Expression, box: Box) -> list[Piece]:
    """One piece if the sign is known, else one for each side that is not thin."""
    operator, backend = node.root, tree_backend()
    if not isinstance(operator, Operator):
        raise Undecided("a leaf has no branches")
    formula = _tidy(operator.kinks[0](backend, *node.arguments))
    if operator.name == "sign":
        if normal_form.is_zero(formula):
            return [replace(piece, formula=replaced(piece.formula, position, number(0)))]
        if holds(formula, Rule.NONZERO, box, piece.half_spaces):
            sign = 1 if holds(formula, Rule.POSITIVE, box, piece.half_spaces) else -1
            return [replace(piece, formula=replaced(piece.formula, position, number(sign)))]
        piece = replace(piece, jumps=(*piece.jumps, formula))
    sign = decided(formula, box, piece.half_spaces)
    if sign is not None:
        branch = _branch(node, sign)
        return [replace(piece, formula=replaced(piece.formula, position, branch))]
    found: list[Piece] = []
    for side in (HalfSpace(formula, 1), HalfSpace(formula, -1)):
        half_spaces = (*piece.half_spaces, side)
        if not is_thin(box, half_spaces):
            new = replaced(piece.formula, position, _branch(node, side.sign))
            found.append(replace(piece, formula=new, half_spaces=half_spaces))
    return found


def _tidy(formula: Expression) -> Expression:
    """Without a zero taken away: ``a - 0`` from max(a, 0)."""
    zero = formula.root == OPERATORS["-"] and formula.arguments[1] == number(0)
    return formula.arguments[0] if zero else formula


def decided(formula: Expression, box: Box, half_spaces: Sequence[HalfSpace]) -> int | None:
    """The sign of a formula within the sides, where it is proved; zero counts as both."""
    sign = known_sign(formula, half_spaces)
    if sign is not None:
        return sign
    if holds(formula, Rule.NONNEGATIVE, box, half_spaces):
        return 1
    return -1 if holds(-formula, Rule.NONNEGATIVE, box, half_spaces) else None


def _branch(node: Expression, sign: int) -> Expression:
    first, last = node.arguments[0], node.arguments[-1]
    match node.root:
        case Operator(name="abs"):
            return first if sign > 0 else -first
        case Operator(name="sign"):
            return number(sign)
        case Operator(name="relu"):
            return first if sign > 0 else number(0)
        case Operator(name="max"):
            return first if sign > 0 else last
        case Operator(name="min"):
            return last if sign > 0 else first
        case _:
            raise Undecided("an operator without branches")
