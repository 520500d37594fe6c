"""Formulas as values: trees in prefix order, with the values of their fitted constants.

Owns construction, comparison and the two walks of a tree: node by node, and each different subtree
once. Reading, writing, differentiating and evaluating live in their own modules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import (
    Any,
    TypeVar,
    final,
)

from symplex.errors import ExpressionError
from symplex.expression import tree
from symplex.expression.notations import notation
from symplex.expression.operators import OPERATORS, Operator, power
from symplex.expression.text import text_of
from symplex.expression.token import CONSTANT, Constant, Derivative, Number, Symbol, Token, arity

T = TypeVar("T")


@final
@dataclass(frozen=True)
class Expression:
    """A formula, immutable: prefix tokens, and a value for each constant slot in order."""

    tokens: tuple[Token, ...]
    constants: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is not one whole tree with one value for each slot."""
        if not tree.is_complete(self.arities):
            raise ExpressionError(
                f"expected the tokens of one whole tree, found {len(self.tokens)} tokens that "
                "leave an argument open or run past the end"
            )
        slots = self.tokens.count(CONSTANT)
        if slots != len(self.constants):
            raise ExpressionError(
                f"expected a value for each of the {slots} constant slots, "
                f"found {len(self.constants)}"
            )

    def __repr__(self) -> str:
        """``Expression('exp(-t)*sin(x)')``: as it is written; fitted constants are decimals."""
        return f"Expression({text_of(self)!r})"

    def _repr_latex_(self) -> str:
        """What a notebook shows."""
        return f"$\\displaystyle {notation('latex_text').latex_of(self)}$"

    def __hash__(self) -> int:
        """The hash, computed once: atoms of normal forms are looked up often."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.tokens, self.constants))

    def __reduce__(self) -> "tuple[type[Expression], tuple[object, object]]":
        """Pickle without cached values: hashes of strings differ between processes."""
        return Expression, (self.tokens, self.constants)

    @cached_property
    def arities(self) -> tuple[int, ...]:
        """The arity of each token, in prefix order."""
        return tuple(arity(token) for token in self.tokens)

    @property
    def size(self) -> int:
        """How many nodes it has."""
        return len(self.tokens)

    @cached_property
    def depth(self) -> int:
        """The depth of its deepest node; a lone leaf has depth 0."""
        return int(tree.depths(self.arities).max())

    @property
    def root(self) -> Token:
        """The token at the top."""
        return self.tokens[0]

    @cached_property
    def arguments(self) -> tuple["Expression", ...]:
        """The expressions right below the root, in order."""
        ends = tree.ends(self.arities)
        found: list[Expression] = []
        start = 1
        for _ in range(self.arities[0]):
            found.append(self.subtree(start, int(ends[start])))
            start = int(ends[start])
        return tuple(found)

    @property
    def components(self) -> tuple["Expression", ...]:
        """The formula of each unknown: the arguments of a tuple, or the expression itself."""
        is_system = isinstance(self.root, Operator) and self.root.is_tuple
        return self.arguments if is_system else (self,)

    def subtree(self, start: int, end: int | None = None) -> "Expression":
        """The expression whose root is at position `start` in prefix order."""
        stop = int(tree.ends(self.arities)[start]) if end is None else end
        first = self.tokens[:start].count(CONSTANT)
        tokens = self.tokens[start:stop]
        return Expression(tokens, self.constants[first : first + tokens.count(CONSTANT)])

    def with_subtree(self, start: int, new: "Expression") -> "Expression":
        """The expression with the subtree at position `start` replaced."""
        stop = int(tree.ends(self.arities)[start])
        first = self.tokens[:start].count(CONSTANT)
        after = first + self.tokens[start:stop].count(CONSTANT)
        return Expression(
            self.tokens[:start] + new.tokens + self.tokens[stop:],
            self.constants[:first] + new.constants + self.constants[after:],
        )

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The names of the variables and parameters in it."""
        return frozenset(token.name for token in self.tokens if isinstance(token, Symbol))

    @cached_property
    def derivatives(self) -> frozenset[Derivative]:
        """The unknowns and derivatives of unknowns in it."""
        return frozenset(token for token in self.tokens if isinstance(token, Derivative))

    @cached_property
    def operators(self) -> frozenset[Operator]:
        """The operators in it."""
        return frozenset(token for token in self.tokens if isinstance(token, Operator))

    @property
    def is_constant(self) -> bool:
        """Whether it has one exact value: no variable, unknown or fitted slot."""
        return not any(isinstance(t, Symbol | Derivative | Constant) for t in self.tokens)

    def fold(self, combine: Callable[[Token, Sequence[T], float], T]) -> T:
        """Work from the leaves up: `combine(token, results below, value if it is a slot)`."""
        stack: list[T] = []
        slot = len(self.constants)
        for token in reversed(self.tokens):
            value = 0.0
            if isinstance(token, Constant):
                slot -= 1
                value = self.constants[slot]
            below = [stack.pop() for _ in range(arity(token))]
            stack.append(combine(token, below, value))
        return stack.pop()

    def share(self, combine: Callable[[Token, Sequence[T], float], T]) -> T:
        """Like `fold`, but equal subtrees are worked on once: `combine` is a pure function.

        A derivative repeats the formula that it comes from, and the next one repeats it again; what
        is computed of the repetitions is computed here once, in the order in which `fold` meets
        them first.
        """
        found: list[T] = []
        for token, below, value in self.subtrees:
            found.append(combine(token, [found[index] for index in below], value))
        return found[-1]

    @cached_property
    def subtrees(self) -> tuple[tuple[Token, tuple[int, ...], float], ...]:
        """The different subtrees, inner ones first: a token, those below it, the value of a slot.

        Two slots are never equal.
        """
        known: dict[tuple[object, ...], int] = {}
        found: list[tuple[Token, tuple[int, ...], float]] = []
        stack: list[int] = []
        slot = len(self.constants)
        for token in reversed(self.tokens):
            below = tuple([stack.pop() for _ in range(arity(token))])
            value, key = 0.0, (token, *below)
            if isinstance(token, Constant):
                slot -= 1
                value, key = self.constants[slot], (token, slot)
            if key not in known:
                known[key] = len(found)
                found.append((token, below, value))
            stack.append(known[key])
        return tuple(found)

    def __add__(self, other: "Expression | Fraction | int") -> "Expression":
        """The sum as a tree: nothing is simplified here or in the other signs."""
        return apply("+", self, _as_expression(other))

    def __radd__(self, other: Fraction | int) -> "Expression":
        """A number plus a tree."""
        return _as_expression(other) + self

    def __sub__(self, other: "Expression | Fraction | int") -> "Expression":
        """The difference."""
        return apply("-", self, _as_expression(other))

    def __rsub__(self, other: Fraction | int) -> "Expression":
        """A number minus a tree."""
        return _as_expression(other) - self

    def __mul__(self, other: "Expression | Fraction | int") -> "Expression":
        """The product."""
        return apply("*", self, _as_expression(other))

    def __rmul__(self, other: Fraction | int) -> "Expression":
        """A number times a tree."""
        return _as_expression(other) * self

    def __truediv__(self, other: "Expression | Fraction | int") -> "Expression":
        """The quotient."""
        return apply("/", self, _as_expression(other))

    def __rtruediv__(self, other: Fraction | int) -> "Expression":
        """A number divided by a tree."""
        return _as_expression(other) / self

    def __neg__(self) -> "Expression":
        """The negative; of an exact number, the number."""
        if isinstance(self.root, Number):
            return number(-self.root.value)
        return apply("neg", self)

    def __pow__(self, exponent: Fraction | int) -> "Expression":
        """A fixed rational power; the zeroth is 1 wherever the tree itself is defined."""
        if exponent == 0:
            partial = self.derivatives or any(row.limits for row in self.operators)
            return number(0) * self + 1 if partial else number(1)
        return self if exponent == 1 else apply(power(exponent), self)

    def with_constants(self, constants: Sequence[float]) -> "Expression":
        """The same tree with other values in its slots."""
        return Expression(self.tokens, tuple(float(value) for value in constants))

    def substitute(self, replacements: Mapping[Any, "Expression"]) -> "Expression":
        """Every leaf that is a key replaced by its expression; operators stay."""

        def replace(token: Token, below: Sequence[Expression], value: float) -> Expression:
            if isinstance(token, Operator):
                return apply(token, *below)
            return replacements.get(token) or leaf(token, value)

        return self.share(replace)

    def canonical(self) -> "Expression":
        """The same formula with the arguments of commutative operators in one fixed order.

        Chains of one commutative operator are sorted as a whole: ``(b + a) + c`` and
        ``c + (a + b)`` become the same tree. Nothing is simplified.
        """
        return _rebuild(self.fold(_sorted))


_Nested = tuple[Token, float, tuple["_Nested", ...]]
"""A tree whose commutative chains have been flattened: token, slot value, branches."""


def _sorted(token: Token, below: Sequence[_Nested], value: float) -> _Nested:
    if not (isinstance(token, Operator) and token.commutative):
        return token, value, tuple(below)
    flat: list[_Nested] = []
    for branch in below:
        flat.extend(branch[2] if branch[0] == token else [branch])
    return token, value, tuple(sorted(flat, key=repr))


def _rebuild(nested: _Nested) -> Expression:
    token, value, branches = nested
    if not isinstance(token, Operator):
        return leaf(token, value)
    parts = [_rebuild(branch) for branch in branches]
    while len(parts) > token.arity:
        last = parts.pop()
        parts[-1] = apply(token, parts[-1], last)
    return apply(token, *parts)


def leaf(token: Token, value: float = 0.0) -> Expression:
    """A tree of one node; `value` is used for a constant slot only."""
    return Expression((token,), (value,) if isinstance(token, Constant) else ())


def symbol(name: str) -> Expression:
    """A variable or parameter."""
    return leaf(Symbol(name))


def number(value: Fraction | int) -> Expression:
    """An exact number."""
    return leaf(Number(Fraction(value)))


def apply(operator: Operator | str, *arguments: Expression) -> Expression:
    """An operator, itself or by name, over its arguments."""
    row = OPERATORS[operator] if isinstance(operator, str) else operator
    if len(arguments) != row.arity:
        raise ExpressionError(f"'{row.name}' takes {row.arity} arguments, found {len(arguments)}")
    # Whole trees below make a whole tree: checking each again would be quadratic.
    made = object.__new__(Expression)
    tokens = chain.from_iterable(argument.tokens for argument in arguments)
    constants = chain.from_iterable(argument.constants for argument in arguments)
    object.__setattr__(made, "tokens", (row, *tokens))
    object.__setattr__(made, "constants", tuple(constants))
    return made


def _as_expression(value: Expression | Fraction | int) -> Expression:
    return value if isinstance(value, Expression) else number(value)
