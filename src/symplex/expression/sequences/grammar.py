"""The grammar: which trees may be generated, as tables that mask a whole batch at once.

Owns the limits (depth, length, constants, allowed tokens), the degenerate forms that are never
written, and those that can only be seen in a whole tree. The partial trees themselves are kept
by `growth`; who chooses among the legal tokens is decided elsewhere.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SettingsError
from symplex.expression.operators import (
    ABS,
    COS,
    DIVIDE,
    EXP,
    LOG,
    MAX,
    MIN,
    NEGATE,
    RELU,
    SIGN,
    SIN,
    SQRT,
    SQUARE,
    SUBTRACT,
    TAN,
    Operator,
)
from symplex.expression.token import CONSTANT, Constant, Derivative, Number, Symbol, Token, arity
from symplex.expression.vocabulary import Vocabulary

Mask = NDArray[np.bool_]
Integers = NDArray[np.int64]

_TRIGONOMETRY = frozenset({SIN, COS, TAN})
_CANCELLING = frozenset({SUBTRACT, DIVIDE, MAX, MIN})
"""Operators that are degenerate when both arguments are the same: 0, 1 or the argument."""
_POINTLESS = frozenset(
    {
        (NEGATE, NEGATE),
        (ABS, ABS),
        (ABS, NEGATE),
        (RELU, RELU),
        (SIGN, SIGN),
        (LOG, EXP),
        (EXP, LOG),
        (SQUARE, SQRT),
        (SQUARE, NEGATE),
        (SQUARE, ABS),
    }
)
"""Pairs of parent and child that a smaller tree can replace."""


@final
@dataclass(frozen=True)
class Grammar:
    """What may be generated: every tree within the limits that has no degenerate form.

    A token is masked if no tree within the limits can follow it. One leaf always fits, so no
    sequence of legal tokens ever runs into a dead end (see `Growth.mask`).
    """

    vocabulary: Vocabulary
    max_depth: int = 8
    """The deepest a node may be; the root has depth 0."""
    max_length: int = 24
    """How many tokens a tree may have."""
    max_constants: int = 3
    """How many constant slots a tree may have."""
    allowed: frozenset[Token] | None = None
    """The tokens of this stage; all of the vocabulary if None."""
    nested_trigonometry: bool = False
    """Whether sin, cos and tan may stand anywhere below one of them."""
    nested_exponentials: bool = False
    """Whether exp may stand right below exp."""

    def __post_init__(self) -> None:
        """Refuse limits that no tree can meet."""
        for name, least in (("max_depth", 0), ("max_length", 1), ("max_constants", 0)):
            found = getattr(self, name)
            if found < least:
                raise SettingsError(f"{name} must be at least {least}, found {found}")
        unknown = (self.allowed or frozenset()) - set(self.vocabulary.tokens)
        if unknown:
            raise SettingsError(
                f"every allowed token must be in the vocabulary, found {sorted(map(str, unknown))}"
            )
        self._refuse_empty()

    def _refuse_empty(self) -> None:
        leaves = [token for token in self.usable if arity(token) == 0]
        free = any(not isinstance(token, Constant) for token in leaves)
        if not free and (not leaves or self.max_constants < self.outputs):
            raise SettingsError(
                "a grammar needs a leaf for every open argument: allow a variable or a number, "
                f"or at least {self.outputs} constants"
            )
        least = (0, 1) if self.tuple_token is None else (1, self.outputs + 1)
        if self.max_depth < least[0] or self.max_length < least[1]:
            raise SettingsError(
                f"a tree of {self.outputs} formulas needs max_depth {least[0]} and max_length "
                f"{least[1]}, found {self.max_depth} and {self.max_length}"
            )

    @cached_property
    def usable(self) -> tuple[Token, ...]:
        """The allowed tokens; without a variable, every operator would be all-constant."""
        tokens = self.vocabulary.tokens
        kept = tokens if self.allowed is None else tuple(t for t in tokens if t in self.allowed)
        if any(isinstance(token, Derivative) for token in kept):
            raise SettingsError("a candidate is a formula: its grammar cannot allow an unknown")
        if any(isinstance(token, Symbol) for token in kept):
            return kept
        return tuple(t for t in kept if arity(t) == 0 or _is_tuple(t))

    @cached_property
    def tuple_token(self) -> Operator | None:
        """The token at the root of a system, if the unknowns are several."""
        found = [t for t in self.usable if isinstance(t, Operator) and _is_tuple(t)]
        if len(found) > 1:
            raise SettingsError(f"a grammar takes one tuple at most, found {len(found)}")
        return found[0] if found else None

    @property
    def outputs(self) -> int:
        """How many formulas a tree holds: one, unless its root is a tuple."""
        return 1 if self.tuple_token is None else self.tuple_token.arity

    @cached_property
    def tables(self) -> "Tables":
        """The grammar as arrays over token ids."""
        return Tables.of(self)


def _is_tuple(token: Token) -> bool:
    return isinstance(token, Operator) and token.is_tuple


def _is_constant_leaf(token: Token) -> bool:
    return arity(token) == 0 and isinstance(token, Constant | Number | Operator)


@final
@dataclass(frozen=True)
class Tables:
    """Facts by token id; the id one past the vocabulary stands for "no token"."""

    arity: Integers
    constant_leaf: Mask
    """A leaf with no variable in it: a slot, a number or pi."""
    slot: Mask
    """The constant slot itself, which is counted."""
    trigonometry: Mask
    cancelling: Mask
    tuple: Mask
    under: Mask
    """What may stand below a parent: one row for (parent, inside trigonometry, must vary)."""
    fits: Mask
    """What still fits: one row for (arguments that fit, whether a constant is left)."""

    @classmethod
    def of(cls, grammar: Grammar) -> "Tables":
        """The tables of a grammar."""
        tokens = grammar.vocabulary.tokens
        arities = np.array([*map(arity, tokens), 0], dtype=np.int64)
        slot = np.array([*(token == CONSTANT for token in tokens), False])
        return cls(
            arity=arities,
            constant_leaf=np.array([*map(_is_constant_leaf, tokens), False]),
            slot=slot,
            trigonometry=np.array([*(token in _TRIGONOMETRY for token in tokens), False]),
            cancelling=np.array([*(token in _CANCELLING for token in tokens), False]),
            tuple=np.array([*map(_is_tuple, tokens), False]),
            under=_under(grammar),
            fits=_fits(arities[:-1], slot[:-1]),
        )


def _under(grammar: Grammar) -> Mask:
    """Rows in the order that `Growth` computes: (parent, inside trigonometry, must vary)."""
    tokens = grammar.vocabulary.tokens
    usable = np.array([token in set(grammar.usable) for token in tokens])
    trigonometry = np.array([token in _TRIGONOMETRY for token in tokens])
    constant = np.array([_is_constant_leaf(token) for token in tokens])
    rows: list[Mask] = []
    for parent in (*tokens, None):
        fitting = usable & [_may_stand(grammar, parent, child) for child in tokens]
        outside = ~trigonometry | grammar.nested_trigonometry
        rows += [fitting, fitting & ~constant]
        rows += [fitting & outside, fitting & outside & ~constant]
    return np.array(rows)


def _may_stand(grammar: Grammar, parent: Token | None, child: Token) -> bool:
    """Whether a child may stand right below a parent, or at the root."""
    if parent is None and grammar.tuple_token is not None:
        return child == grammar.tuple_token
    if _is_tuple(child):
        return False
    if parent is None:
        return True
    if parent is EXP and child is EXP:
        return grammar.nested_exponentials
    return (parent, child) not in _POINTLESS


def _fits(arities: Integers, slot: Mask) -> Mask:
    """Rows in the order (arguments that fit · 2) + whether a constant is left."""
    rows: list[Mask] = []
    for most in range(int(arities.max(initial=0)) + 1):
        for constant_left in (False, True):
            rows.append((arities <= most) & (constant_left | ~slot))
    return np.array(rows)
