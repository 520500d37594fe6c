"""A formula cut into smooth pieces by the signs of what its kinks depend on.

Owns the cutting: abs, sign, max, min and relu give way to one branch each, √(x²) and its like
are first written with abs. Raises `Undecided` where it cannot be shown how a formula behaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

from symplex.algebra.polynomials import is_affine
from symplex.budget import OutOfTime, Undecided
from symplex.expression import Expression, Operator, apply, number
from symplex.expression.backends import tree_backend
from symplex.expression.operator_facts import BRANCHING, limits_of, nodes, short
from symplex.expression.operators import ABS, MAX, MIN, RELU, SIGN, SUBTRACT, Rule
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.arithmetic.signs import HalfSpace, holds
from symplex.proof.context import ProofContext
from symplex.proof.pieces.roots import Rewritten, Singular, rewritten_arc, rewritten_root
from symplex.proof.pieces.spelling import plain, settled
from symplex.proof.pieces.thin import is_thin, known_sign, may_vanish

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
    """Nodes with a kink that stay as they are."""

    @property
    def where(self) -> str:
        """The piece in words: ``x > 0, y < 0``."""
        signs = (f"{short(s.formula)} {'>' if s.sign > 0 else '<'} 0" for s in self.half_spaces)
        return ", ".join(signs)

    def with_part(self, position: int, part: Expression) -> "Piece":
        """With another subtree at a position of the formula."""
        return replace(self, formula=self.formula.with_subtree(position, part))


def cut(
    formula: Expression, context: ProofContext, half_spaces: tuple[HalfSpace, ...] = ()
) -> list[Piece]:
    """The smooth pieces of a formula on the part of the box within the half-spaces.

    Raises:
        Undecided: where the formula is not shown to be defined, or has too many pieces.
    """
    waiting, finished = [Piece(plain(formula), half_spaces)], list[Piece]()
    while waiting:
        context.budget.check_deadline()
        piece = waiting.pop()
        position = _innermost(piece)
        if position is None:
            _require_defined(piece.formula, context, piece.half_spaces)
            finished.append(_with_reachable_roots(_shortened(piece, context), context))
        else:
            waiting.extend(_stepped(piece, position, context))
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


def _shortened(piece: Piece, context: ProofContext) -> Piece:
    """Shorter where that is easy: what cancels has no kinks."""
    root, shorten = piece.formula.root, context.normaliser.shortened
    if isinstance(root, Operator) and root.is_tuple:
        return replace(piece, formula=apply(root, *map(shorten, piece.formula.arguments)))
    return replace(piece, formula=shorten(piece.formula))


def _stepped(piece: Piece, position: int, context: ProofContext) -> list[Piece]:
    node = piece.formula.subtree(position)
    operator = node.root
    if not isinstance(operator, Operator):
        raise Undecided("a leaf has no kink")
    for argument in node.arguments:
        _require_defined(argument, context, piece.half_spaces)
    if operator in BRANCHING:
        return _branched(piece, position, node, context)
    if operator.exponent is not None:
        base = settled(node.arguments[0], context.normaliser)
        if base != node.arguments[0]:
            return [piece.with_part(position, apply(operator, base))]
    new, singular = _rewritten(node, context, piece.half_spaces)
    if new is not None:
        return [piece.with_part(position, new)]
    kept = (*piece.singular, singular) if singular else piece.singular
    return [replace(piece, done=piece.done | {node}, singular=kept)]


def _rewritten(
    node: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> Rewritten:
    """A root or an inverse sine, written with abs where it can be; kept where values suffice."""
    is_power = isinstance(node.root, Operator) and node.root.exponent is not None
    rewrite = rewritten_root if is_power else rewritten_arc
    try:
        return rewrite(node, context, half_spaces)
    except OutOfTime:
        raise
    except Undecided:
        if not context.values_only:
            raise
        return None, None


def _require_defined(
    formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> None:
    for margin, rule in limits_of(formula, context.budget):
        if context.values_only:
            known = _almost(margin, rule, context, half_spaces)
        else:
            known = holds(margin, rule, context, half_spaces) or (
                rule is Rule.NONNEGATIVE and nonnegative(margin, context, half_spaces)
            )
        if not known:
            raise Undecided(f"it is not shown that {short(margin)} {rule.value}")


def _almost(
    margin: Expression, rule: Rule, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> bool:
    """Whether a rule is proved up to a thin set."""
    if rule is Rule.NONZERO:
        return not may_vanish(margin, context.box)
    weak = holds(margin, Rule.NONNEGATIVE, context, half_spaces)
    return weak and (rule is Rule.NONNEGATIVE or not may_vanish(margin, context.box))


def _with_reachable_roots(piece: Piece, context: ProofContext) -> Piece:
    """Without the singular roots that are not in the formula, or vanish on its edge only."""
    kept = (root for root in piece.singular if _reachable(root, piece, context))
    return replace(piece, singular=tuple(dict.fromkeys(kept)))


def _reachable(root: Singular, piece: Piece, context: ProofContext) -> bool:
    roots = (node for node in nodes(piece.formula, context.budget) if _is_root(node))
    if root.base not in (node.arguments[0] for node in roots):
        return False
    return not any(_excludes(half_space, root, context) for half_space in piece.half_spaces)


def _excludes(half_space: HalfSpace, root: Singular, context: ProofContext) -> bool:
    """Whether the root's zeros lie outside a half-space, but for the faces of the box."""
    there = context.normaliser.polynomial(root.at_zero(half_space.margin))
    if there is None or not is_affine(there, context.box.variables):
        return False
    # An affine margin that is nowhere positive is negative inside the box.
    return holds(-context.normaliser.tree(there), Rule.NONNEGATIVE, context)


def _is_root(node: Expression) -> bool:
    exponent = node.root.exponent if isinstance(node.root, Operator) else None
    return exponent is not None and exponent.denominator > 1


def _branched(piece: Piece, position: int, node: Expression, context: ProofContext) -> list[Piece]:
    """One piece if the sign is known, else one for each half-space that is not thin."""
    operator = node.root
    if not isinstance(operator, Operator):
        raise Undecided("a leaf has no branches")
    formula = _without_zero(operator.kinks[0](tree_backend(), *node.arguments))
    if operator is SIGN:
        value = _value_of_sign(formula, context, piece.half_spaces)
        if value is not None:
            return [piece.with_part(position, number(value))]
        piece = replace(piece, jumps=(*piece.jumps, formula))
    sign = decided(formula, context, piece.half_spaces)
    if sign is not None:
        return [piece.with_part(position, _branch(node, sign))]
    found: list[Piece] = []
    for half_space in (HalfSpace(formula, 1), HalfSpace(formula, -1)):
        half_spaces = (*piece.half_spaces, half_space)
        if not is_thin(context, half_spaces):
            part = piece.with_part(position, _branch(node, half_space.sign))
            found.append(replace(part, half_spaces=half_spaces))
    return found


def _value_of_sign(
    formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> int | None:
    """sign(formula) where it is the same number at every point of the closed part."""
    if context.normaliser.is_zero(formula):
        return 0
    if not holds(formula, Rule.NONZERO, context, half_spaces):
        return None
    return 1 if holds(formula, Rule.POSITIVE, context, half_spaces) else -1


def _without_zero(formula: Expression) -> Expression:
    """``a`` for ``a - 0``, as max(a, 0) gives."""
    zero = formula.root is SUBTRACT and formula.arguments[1] == number(0)
    return formula.arguments[0] if zero else formula


def decided(
    formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> int | None:
    """The sign of a formula within the half-spaces, where it is proved; zero counts as both."""
    sign = known_sign(formula, half_spaces, context.normaliser)
    if sign is not None:
        return sign
    if holds(formula, Rule.NONNEGATIVE, context, half_spaces):
        return 1
    return -1 if holds(-formula, Rule.NONNEGATIVE, context, half_spaces) else None


def _branch(node: Expression, sign: int) -> Expression:
    """The formula of an operator with two branches, where its kink's formula has this sign."""
    first, last, positive = node.arguments[0], node.arguments[-1], sign > 0
    if node.root is ABS:
        return first if positive else -first
    if node.root is SIGN:
        return number(sign)
    if node.root is RELU:
        return first if positive else number(0)
    if node.root is MAX:
        return first if positive else last
    if node.root is MIN:
        return last if positive else first
    raise Undecided("an operator without branches")
