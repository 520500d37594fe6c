"""Text → tree: a scan for what is not in the language, then a whitelist over Python's `ast`.

Owns the alphabet, the limits, the words that a formula may use and the sentence for each mistake.
Nothing is ever evaluated. The tree is in the normal form of `render`; beyond it, ``max(a, b, c)``
is read as ``max(max(a, b), c)`` and `diff` is carried out. Everything else stays as it was written.
"""

import ast
import keyword
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from symplex.errors import ExpressionError, listing, nearest, shown
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import Differentiated, placeholder
from symplex.expression.expression import Expression, apply, leaf, number, symbol
from symplex.expression.operators import (
    ADD,
    DIVIDE,
    EXP,
    LOG,
    MULTIPLY,
    OPERATORS,
    SIGN,
    SUBTRACT,
    Notation,
    Operator,
)
from symplex.expression.series import SUM
from symplex.expression.token import Derivative, Number

MAX_CHARACTERS = 10_000
MAX_BRACKETS = 90
"""Python's own parser refuses more than about a hundred open brackets."""
MAX_DIGITS = 1_240
"""What `MAX_BITS` allows, so that every number that is written can be read."""
MAX_DECIMAL_EXPONENT = 400

_PIECE: Final = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<sign>\*\*|//|==|[<>]=|[-+*/^(),<>])"
)
_BOUND: Final = re.compile("[<>]=")
_LOOK_ALIKES: Final = MappingProxyType(
    {
        **dict.fromkeys("×·⋅∙", "*"),
        **dict.fromkeys("−–—", "-"),
        **{"÷": "/", "π": "pi", "√": "sqrt( )", "²": "^2", "³": "^3", "∂": "u_x or diff(u, x)"},
        **{"[": "(", "]": ")", "{": "(", "}": ")", "|": "abs( )", "'": "u_x or diff(u, x)"},
    }
)


_CHOICES: Final = frozenset({"if", "else"})
_UNITS: Final = frozenset({"m", "cm", "mm", "km", "s", "ms", "kg", "g", "K", "Pa", "W", "J", "N"})
"""What may be a unit behind a number."""


@final
@dataclass(frozen=True)
class Scan:
    """Text that is safe to hand to Python's parser, with the way back to the user's."""

    text: str
    """Names, operators, and for the n-th number the digits of n."""
    columns: tuple[int, ...]
    """For each character of `text`, the column in the user's text, counted from 1."""
    numbers: tuple[Fraction, ...]


def scan(text: str) -> Scan:
    """Check every piece of a formula's text and rewrite it for Python's parser."""
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(
            f"a formula may have {MAX_CHARACTERS} characters, found {len(text)}; shorten it"
        )
    pieces: list[str] = []
    columns: list[int] = []
    numbers: list[Fraction] = []
    before = ""
    position = brackets = 0
    while position < len(text):
        match = _PIECE.match(text, position)
        column = position + 1
        if match is None:
            raise _foreign(text[position], column)
        piece, kind = match.group(), match.lastgroup or ""
        position = match.end()
        if kind == "space":
            continue
        _check_place(kind, piece, before, column)
        brackets += {"(": 1, ")": -1}.get(piece, 0)
        if brackets > MAX_BRACKETS:
            raise ExpressionError(
                f"brackets may be nested {MAX_BRACKETS} deep; simplify the formula", column=column
            )
        before = piece
        rewritten = _rewrite(kind, piece, column, numbers)
        pieces.append(rewritten)
        columns.extend([column] * len(rewritten))
    if before and before in "+-*/^(,**<>":
        raise ExpressionError(f"the formula ends after '{shown(before)}'", column=len(text) + 1)
    return Scan("".join(pieces), (*columns, len(text) + 1), tuple(numbers))


def _rewrite(kind: str, piece: str, column: int, numbers: list[Fraction]) -> str:
    if kind == "number":
        numbers.append(_exact(piece, column))
        return f" {len(numbers) - 1} "
    if kind == "name":
        return f" {piece} "
    return {"^": "**"}.get(piece, piece)


def _check_place(kind: str, piece: str, before: str, column: int) -> None:
    """Refuse words and signs without meaning, and two operands side by side."""
    if kind == "name" and (keyword.iskeyword(piece) or piece.startswith("_")):
        pieces = "; write piecewise(a, x < b, c)" if piece in _CHOICES else ""
        message = f"'{shown(piece)}' has no meaning in a formula{pieces}"
        raise ExpressionError(message, column=column)
    if piece == "//":
        raise ExpressionError("'//' is not an operator; divide with '/'", column=column)
    if piece in ("<=", ">="):
        raise _bound(piece, column)
    if piece == "==":
        raise ExpressionError("'==' is not used; an equation has one '='", column=column)
    ends_operand = before == ")" or before[-1:].isalnum() or before[-1:] in {"_", "."}
    if not ends_operand or (kind == "sign" and piece != "("):
        return
    if piece == "(" and (before[0].isalpha() or before[0] == "_"):
        return  # a function call, or a name that the parser will say is none
    if before in OPERATORS:
        raise ExpressionError(f"'{before}' is a function; write {before}(…)", column=column)
    units = ", and leave units out" if piece in _UNITS and before[0].isdigit() else ""
    raise ExpressionError(
        f"an operator is missing between '{shown(before)}' and '{shown(piece)}'; "
        f"write '*' to multiply{units}",
        column=column,
    )


def _bound(piece: str, column: int) -> ExpressionError:
    return ExpressionError(
        f"'{piece}' is not used; write '{piece[0]}': what a formula is at the break itself "
        "does not matter",
        column=column,
    )


def _exact(literal: str, column: int) -> Fraction:
    mantissa, _, exponent = literal.lower().partition("e")
    short = len(exponent) <= len(f"+{MAX_DECIMAL_EXPONENT}")
    if len(mantissa) > MAX_DIGITS or not short or abs(int(exponent or 0)) > MAX_DECIMAL_EXPONENT:
        raise ExpressionError(
            f"a number may have {MAX_DIGITS} digits and a decimal exponent within "
            f"{MAX_DECIMAL_EXPONENT}, found '{literal[:20]}…'",
            column=column,
        )
    value = Fraction(literal)
    if Number(value).is_long:
        raise ExpressionError(f"the number '{literal[:20]}…' has too many digits", column=column)
    return value


def _foreign(character: str, column: int) -> ExpressionError:
    if character == "=":
        message = "a formula has no '='; an equation has exactly one, between its two sides"
    elif character in _LOOK_ALIKES:
        message = f"'{character}' is not used in formulas; write {_LOOK_ALIKES[character]}"
    elif not character.isascii():
        message = (
            f"{character!a} is not an ASCII character; write plain letters (kappa, not a "
            "Greek letter)"
        )
    else:
        message = f"{character!r} is not used in formulas"
    return ExpressionError(message, column=column)


DIFF: Final = "diff"
"""The word for a derivative: ``diff(u, x, 2)``."""
FUNCTIONS: Final[Mapping[str, Operator]] = MappingProxyType(
    {
        name: row
        for name, row in OPERATORS.items()
        if row.notation is Notation.FUNCTION and row.arity > 0
    }
)
"""The functions that a formula may call, beside `diff`."""
NUMBERS: Final[Mapping[str, Operator]] = MappingProxyType(
    {name: row for name, row in OPERATORS.items() if row.notation is Notation.NAME}
)
"""The numbers with a name of their own."""
HEAVISIDE: Final = "heaviside"
"""The word for a unit step, which is read as (1 + sign(x))/2."""
PIECEWISE: Final = "piecewise"
"""The word for a formula by cases: ``piecewise(x^2, x < 1, 2 - x)``."""
RESERVED: Final = frozenset({*FUNCTIONS, *NUMBERS, DIFF, SUM, HEAVISIDE, PIECEWISE})
"""Names that a problem cannot use for its own."""
CALLED: Final = frozenset({*FUNCTIONS, DIFF, HEAVISIDE, PIECEWISE})
"""What a formula may call."""

_MAX_SUFFIX = 1_000
"""A longer run of variable names is no derivative that anyone means."""
_MEANT: Final = MappingProxyType(
    {
        **{"ln": "log(x)", "e": "exp(1)", "E": "exp(1)", "Abs": "abs(x)", "Max": "max(a, b)"},
        **{"Min": "min(a, b)", "arcsin": "asin(x)", "arccos": "acos(x)", "arctan": "atan(x)"},
        **{"sec": "1/cos(x)", "csc": "1/sin(x)", "cot": "1/tan(x)", "sech": "1/cosh(x)"},
        **{"csch": "1/sinh(x)", "coth": "1/tanh(x)", "Pi": "pi", "PI": "pi", "pow": "x^2"},
        **{"sgn": "sign(x)", "square": "x^2", "cube": "x^3", "neg": "-x"},
        **{"Derivative": "diff(u, x)", "D": "diff(u, x)"},
        "Heaviside": "heaviside(x)",
    }
)
"""Words of other languages, and how their meaning is written here."""
_COMPLEX: Final = "state its real and its imaginary part as two unknowns"
_EXPLAINED: Final = MappingProxyType(
    {
        **dict.fromkeys(("i", "I", "j", "1j"), f"for the imaginary unit, {_COMPLEX}"),
        **dict.fromkeys(("Piecewise", "where", "cases"), "write piecewise(a, x < b, c)"),
        **dict.fromkeys(
            ("delta", "dirac", "Dirac", "DiracDelta"),
            "there is no delta function: state the jump that it causes",
        ),
        **dict.fromkeys(
            ("integral", "Integral", "integrate", "int"),
            "there are no integrals: make the integral v an unknown with v_x = its integrand",
        ),
        **dict.fromkeys(
            ("besselj", "bessely", "besseli", "besselk", "jv", "airy", "legendre"),
            "there is no such function: make it an unknown with its differential equation",
        ),
        **dict.fromkeys(
            ("laplacian", "Laplacian", "grad", "div"),
            "write the derivatives, such as u_xx + u_yy; laplacian(u) is read of an unknown alone",
        ),
        **dict.fromkeys(
            ("inf", "oo", "Infinity", "infinity", "infty"),
            "infinity is no number: where nothing is stated, space goes on without end",
        ),
    }
)
"""Words of what cannot be said, and what can."""


@final
@dataclass(frozen=True)
class Scope:
    """The names that a formula may use, and what they stand for."""

    variables: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    unknowns: tuple[str, ...] = ()
    numbers: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """Named constants: each is replaced by its value where it stands."""
    free: tuple[str, ...] = ()
    """Constants that are still to be found; one may be an exponent: a^c is exp(c*log(a))."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that stands for something."""
        return (*self.unknowns, *self.variables, *self.parameters, *self.numbers, *self.free)

    def derivative_readings(self, suffix: str) -> list[tuple[str, ...]]:
        """The ways to read ``u_suffix`` as a run of variable names; at most two are listed."""
        readings: list[list[tuple[str, ...]]] = [[()]]
        if len(suffix) > _MAX_SUFFIX:
            return []
        for end in range(1, len(suffix) + 1):
            found = [
                (*reading, name)
                for name in self.variables
                if suffix[max(end - len(name), 0) : end] == name
                for reading in readings[end - len(name)]
            ]
            readings.append(found[:2])
        return readings[-1]

    def unknown_name(self, name: str) -> str:
        """The sentence for a name that stands for nothing."""
        if name in _MEANT:
            return f"unknown symbol '{name}'; write {_MEANT[name]}"
        if name in _EXPLAINED:
            return f"unknown symbol '{name}'; {_EXPLAINED[name]}"
        if not self.names:
            return f"unknown symbol '{shown(name)}'; only numbers and pi may stand here"
        said = f"unknown symbol '{shown(name)}'; this problem has {listing(self.names)}"
        return f"{said}{self._meant(name) or nearest(name, (*self.names, *NUMBERS))}"

    def _meant(self, name: str) -> str:
        """A clause on a name that reads as a derivative, or as one letter for a parameter."""
        for unknown in self.unknowns:
            suffix = name.removeprefix(unknown)
            if suffix != name and self.derivative_readings(suffix):
                return f"; the derivative is written {unknown}_{suffix}"
        whole, mark, suffix = name.rpartition("_")
        if mark and whole and self.derivative_readings(suffix):
            return f"; if '{whole}' is an unknown, declare it, as with --unknowns {shown(whole)}"
        if self.unknowns and not nearest(name, (*self.names, *NUMBERS)):
            example = f"--parameters '{shown(name)}=1..2'"
            return f"; a parameter is declared with its range, as with {example}"
        return ""

    def not_a_function(self, name: str) -> str:
        """The sentence for a name that is called but is no function."""
        if name in self.unknowns:
            return (
                f"the unknown '{name}' is written without arguments here; a condition may have one "
                f"for each variable, as {name}({', '.join((*self.variables[:-1], '0'))}) = 1; "
                "values at several points in one equation (periodic and two-point conditions) "
                "cannot be stated yet"
            )
        if name in self.names:
            return f"'{name}' is not a function; write {name}*(…) to multiply"
        if name == SUM:
            return "a sum over n stands in answers alone, as a summand: sum(TERM, n, 1, oo)"
        if name in _MEANT:
            return f"unknown function '{name}'; write {_MEANT[name]}"
        if name in _EXPLAINED:
            return f"unknown function '{name}'; {_EXPLAINED[name]}"
        return (
            f"unknown function '{shown(name)}'; there are {listing(sorted(CALLED))}"
            f"{nearest(name, CALLED)}"
        )


MAX_NODES = 2_000
MAX_DEPTH = 200
MAX_EXPONENT = 1_000
MAX_ORDER = 100
MAX_DIFFERENTIATED = 10_000
"""The most nodes that all derivatives carried out in one formula may have together."""

_SIGNS: Mapping[type[ast.operator], Operator] = MappingProxyType(
    {ast.Add: ADD, ast.Sub: SUBTRACT, ast.Mult: MULTIPLY, ast.Div: DIVIDE}
)
_RATIONAL: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = MappingProxyType(
    {
        **{ast.Add: operator.add, ast.Sub: operator.sub},
        **{ast.Mult: operator.mul, ast.Div: operator.truediv},
    }
)


@final
@dataclass(frozen=True)
class Found:
    """A ``diff(…)`` that was carried out, with its place in Python's syntax tree."""

    node: ast.AST
    argument: ast.AST
    formula: Expression
    by: tuple[str, ...]


@final
class Reader:
    """One walk over Python's syntax tree; holds what the walk needs and what it met."""

    def __init__(
        self, scanned: Scan, scope: Scope, stops: Mapping[ast.AST, Derivative] | None = None
    ) -> None:
        self._scanned = scanned
        self._scope = scope
        self._skipped = len(scanned.text) - len(scanned.text.lstrip())
        self._stops = stops or {}
        self._found: list[Found] = []
        self._work = 0

    @property
    def found(self) -> tuple[Found, ...]:
        """The derivatives of formulas that were carried out, inner ones first.

        Derivatives of an unknown, or of its derivatives, are leaves and not among them.
        """
        return tuple(self._found)

    def stopping_at(self, stops: Mapping[ast.AST, Derivative]) -> "Reader":
        """A reader of the same text for which some calls of `diff` are leaves."""
        return Reader(self._scanned, self._scope, stops)

    def read(self, node: ast.AST, depth: int = 0) -> Expression:
        """The tree that a node stands for."""
        if depth > MAX_DEPTH:
            raise self._error(node, f"a formula may be {MAX_DEPTH} levels deep; simplify it")
        tree = self._read(node, depth)
        if tree.size > MAX_NODES:
            raise self._error(node, f"a formula may have {MAX_NODES} nodes, found {tree.size}")
        return tree

    def _read(self, node: ast.AST, depth: int) -> Expression:
        match node:
            case ast.Constant(value=int(index)):
                return number(self._scanned.numbers[index])
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                inner = self.read(operand, depth + 1)
                return -inner if isinstance(sign, ast.USub) else inner
            case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
                return self._power(self.read(base, depth + 1), exponent)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
                operands = self.read(left, depth + 1), self.read(right, depth + 1)
                return self._combine(node, _SIGNS[type(sign)], *operands)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(node, name, arguments, depth)
            case ast.Compare():
                raise self._error(
                    node, "a comparison stands in piecewise(a, x < b, c) alone, as its condition"
                )
            case _:
                raise self._error(
                    node,
                    "this is not a formula: expected numbers, names, "
                    "+ - * / ^, brackets and functions",
                )

    def _error(self, node: ast.AST, message: str) -> ExpressionError:
        offset = getattr(node, "col_offset", 0) + self._skipped
        return ExpressionError(message, column=self._scanned.columns[offset])

    def _combine(
        self, node: ast.AST, sign: Operator, left: Expression, right: Expression
    ) -> Expression:
        if sign is not DIVIDE or not isinstance(right.root, Number):
            return apply(sign, left, right)
        if right.root.value == 0:
            raise self._error(node, "division by zero")
        if not isinstance(left.root, Number):
            return apply(sign, left, right)
        quotient = left.root.value / right.root.value
        if Number(quotient).is_long:
            raise self._error(node, "a quotient of numbers has too many digits")
        return number(quotient)

    def _power(self, base: Expression, exponent: ast.AST) -> Expression:
        if isinstance(exponent, ast.Name) and exponent.id in self._scope.free:
            return apply(EXP, symbol(exponent.id) * apply(LOG, base))
        return base ** self._exponent(exponent)

    def _exponent(self, node: ast.AST) -> Fraction:
        try:
            value = self._rational(node)
        except ZeroDivisionError:
            raise self._error(node, "division by zero in an exponent") from None
        if value is None:
            raise self._error(
                node,
                "an exponent must be a number such as 2, -1 or 3/2; "
                "write exp(b*log(a)) for a power a^b that varies",
            )
        return self._within(node, value)

    def _within(self, node: ast.AST, exponent: Fraction) -> Fraction:
        if abs(exponent) > MAX_EXPONENT or exponent.denominator > MAX_EXPONENT:
            raise self._error(
                node,
                f"an exponent must lie within {MAX_EXPONENT}, with a denominator up to "
                f"{MAX_EXPONENT}",
            )
        return exponent

    def _rational(self, node: ast.AST) -> Fraction | None:
        """The value of an expression of numbers and + - * /; None for anything else."""
        match node:
            case ast.Constant(value=int(index)):
                return self._scanned.numbers[index]
            case ast.Name(id=name) if name in self._scope.numbers:
                named = self._scope.numbers[name].root
                return named.value if isinstance(named, Number) else None
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                value = self._rational(operand)
                return None if value is None else -value
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _RATIONAL:
                a, b = self._rational(left), self._rational(right)
                if a is None or b is None:
                    return None
                value = _RATIONAL[type(sign)](a, b)
                if Number(value).is_long:
                    raise self._error(node, "an exponent has too many digits")
                return value
            case _:
                return None

    def _name(self, node: ast.AST, name: str) -> Expression:
        scope = self._scope
        if name in scope.unknowns:
            return leaf(Derivative(name))
        if name in (*scope.variables, *scope.parameters, *scope.free):
            return symbol(name)
        if name in scope.numbers:
            return scope.numbers[name]
        if name in NUMBERS:
            return apply(NUMBERS[name])
        if name in RESERVED:
            raise self._error(node, f"'{name}' is a function; write {name}(…)")
        unknown, _, suffix = name.rpartition("_")
        if unknown in scope.unknowns and suffix:
            return self._derivative(node, unknown, suffix)
        raise self._error(node, scope.unknown_name(name))

    def _derivative(self, node: ast.AST, unknown: str, suffix: str) -> Expression:
        readings = self._scope.derivative_readings(suffix)
        if len(readings) == 1:
            return self._of_order(node, leaf(Derivative(unknown, readings[0])), len(readings[0]))
        problem = "has no meaning" if not readings else "can be read in several ways"
        raise self._error(
            node,
            f"the derivative '{unknown}_{shown(suffix)}' {problem}; this problem has the variables "
            f"{listing(self._scope.variables)}; write {unknown}_x, {unknown}_xx or "
            f"diff({unknown}, x, 2)",
        )

    def _of_order(self, node: ast.AST, tree: Expression, order: int) -> Expression:
        if order > MAX_ORDER:
            raise self._error(
                node, f"a derivative may have order {MAX_ORDER} at most, found {order}"
            )
        return tree

    def _call(
        self, node: ast.AST, name: str, arguments: "list[ast.expr]", depth: int
    ) -> Expression:
        if name == DIFF and name not in self._scope.names:
            return self._diff(node, arguments, depth)
        if name == PIECEWISE:
            return self._piecewise(node, arguments, depth)
        row = SIGN if name == HEAVISIDE else FUNCTIONS.get(name)
        if row is None:
            raise self._error(node, self._scope.not_a_function(name))
        if len(arguments) > MAX_BRACKETS:  # written again, each is in brackets of its own
            raise self._error(node, f"'{name}' may have {MAX_BRACKETS} arguments; simplify it")
        read = [self.read(argument, depth + 1) for argument in arguments]
        if row.arity == 2 and len(read) > 2:  # noqa: PLR2004
            return _chain(row, read)
        if len(read) != row.arity:
            raise self._error(
                node, f"'{name}' takes {_counted(row.arity, 'argument')}, found {len(read)}"
            )
        return _step(*read) if name == HEAVISIDE else apply(row, *read)

    def _piecewise(self, node: ast.AST, arguments: "list[ast.expr]", depth: int) -> Expression:
        """Each case and the rest, each times the step that is 1 where it is meant."""
        if len(arguments) % 2 == 0 or len(arguments) == 1:
            raise self._error(
                node,
                "'piecewise' takes a formula and a condition for each case, then the formula for "
                f"the rest: piecewise(a, x < b, c); found {_counted(len(arguments), 'argument')}",
            )
        whole = self.read(arguments[-1], depth + 1)
        cases = list(zip(arguments[:-1:2], arguments[1::2], strict=True))
        for value, condition in reversed(cases):
            inside = self._condition(condition, depth + 1)
            first = _times(self.read(value, depth + 1), _step(inside))
            rest = _times(whole, (number(1) - apply(SIGN, inside)) / number(2))
            parts = [part for part in (first, rest) if part != number(0)]
            whole = parts[0] + parts[-1] if len(parts) > 1 else (*parts, number(0))[0]
        return whole

    def _condition(self, node: "ast.expr", depth: int) -> Expression:
        """What is positive where a condition ``a < b`` or ``a > b`` holds."""
        match node:
            case ast.Compare(left=left, ops=[ast.Lt() | ast.Gt() as order], comparators=[right]):
                sides = self.read(left, depth), self.read(right, depth)
                low, high = sides if isinstance(order, ast.Lt) else sides[::-1]
                zero = number(0)
                return high if low == zero else -low if high == zero else high - low
            case ast.Compare():
                raise self._error(node, "write one comparison for each case, such as x < 1")
            case _:
                raise self._error(node, "expected a condition such as x < 1 after the formula")

    def _diff(self, node: ast.AST, arguments: "list[ast.expr]", depth: int) -> Expression:
        if len(arguments) < 2:  # noqa: PLR2004
            raise self._error(node, "'diff' needs what and by which variable: diff(u, x, 2)")
        if node in self._stops:
            return leaf(self._stops[node])
        met = len(self._found)
        formula = tree = self.read(arguments[0], depth + 1)
        by: list[str] = []
        for variable, times in self._steps(arguments[1:]):
            by += [variable] * times
            self._of_order(node, tree, len(by))
            for _ in range(times):
                tree = self._differentiated(node, tree, variable)
        if len(self._found) > met or not isinstance(formula.root, Derivative):
            self._remember(Found(node, arguments[0], formula, tuple(by)))
        return tree

    def _differentiated(self, node: ast.AST, tree: Expression, variable: str) -> Expression:
        self._work += tree.size
        if self._work > MAX_DIFFERENTIATED:
            raise self._error(node, "too many derivatives of long formulas; simplify them")
        try:
            tree = differentiate(tree, variable)
        except ExpressionError as error:
            raise self._error(node, error.message) from None
        for row in tree.operators:
            self._within(node, row.exponent or Fraction(0))
        order = max((derivative.order for derivative in tree.derivatives), default=0)
        return self._of_order(node, tree, order)

    def _remember(self, new: Found) -> None:
        """A derivative of a derivative, diff(diff(f, x), t), is one derivative of f."""
        if self._found and self._found[-1].node is new.argument:
            inner = self._found.pop()
            new = Found(new.node, inner.argument, inner.formula, inner.by + new.by)
        self._found.append(new)

    def _steps(self, arguments: "list[ast.expr]") -> Iterable[tuple[str, int]]:
        """Variables, each followed by how many times if more than once."""
        position = 0
        while position < len(arguments):
            variable = arguments[position]
            if not (isinstance(variable, ast.Name) and variable.id in self._scope.variables):
                raise self._error(
                    variable,
                    "'diff' differentiates by a variable of the problem: "
                    f"{listing(self._scope.variables)}",
                )
            position += 1
            times = 1
            if position < len(arguments) and isinstance(arguments[position], ast.Constant):
                times = self._times(arguments[position])
                position += 1
            yield variable.id, times

    def _times(self, node: ast.expr) -> int:
        value = self._rational(node)
        if value is None or value.denominator != 1 or not 1 <= value <= MAX_ORDER:
            raise self._error(
                node, f"the order in 'diff' must be a whole number from 1 to {MAX_ORDER}"
            )
        return int(value)


def _step(formula: Expression) -> Expression:
    """(1 + sign(a))/2: 1 where a > 0, 0 where a < 0, and ½ where a = 0, which never counts."""
    return (number(1) + apply(SIGN, formula)) / number(2)


def _times(formula: Expression, step: Expression) -> Expression:
    """A product with a step, where the formula is not simply 0 or 1."""
    if formula in (number(0), number(1)):
        return formula if formula == number(0) else step
    return formula * step


def _chain(row: Operator, arguments: list[Expression]) -> Expression:
    result = arguments[0]
    for argument in arguments[1:]:
        result = apply(row, result, argument)
    return result


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


@final
@dataclass(frozen=True)
class Reading:
    """A formula as the search works with it, and as it was written."""

    tree: Expression
    """Every ``diff(…)`` carried out."""
    kept: Expression
    """The derivatives of formulas as placeholders."""
    differentiated: tuple[Differentiated, ...] = ()
    """What was differentiated, inner ones first."""


def parse(text: str, scope: Scope | None = None) -> Expression:
    """The tree that a formula's text stands for.

    Raises:
        ExpressionError: with the column, for anything that is not a formula in this scope.
    """
    return read(text, scope).tree


def read(text: str, scope: Scope | None = None, first: int = 0) -> Reading:
    """A formula's tree, and what it differentiates as it was written.

    Args:
        text: The formula.
        scope: The names that it may use.
        first: The number of its first placeholder.

    Raises:
        ExpressionError: as `parse`.
    """
    scope = scope or Scope()
    scanned = scan(text)
    if not scanned.text.strip():
        raise ExpressionError("a formula is missing: the text is empty")
    try:
        body = ast.parse(scanned.text.lstrip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _syntax_error(error, text, scanned) from None
    reader = Reader(scanned, scope)
    try:
        tree = reader.read(body)
    except RecursionError:
        raise ExpressionError("the formula is nested too deeply; simplify it") from None
    # Chains of max and derivatives make trees deeper than what was written.
    if tree.size > MAX_DEPTH and tree.depth > MAX_DEPTH:
        raise ExpressionError(f"a formula may be {MAX_DEPTH} levels deep; simplify it")
    return _with_placeholders(body, tree, reader, first)


def parse_equation(text: str, scope: Scope) -> tuple[Expression, Expression]:
    """The two sides of an equation, every derivative in them carried out."""
    left, right = read_equation(text, scope)
    return left.tree, right.tree


def read_equation(text: str, scope: Scope) -> tuple[Reading, Reading]:
    """The two sides of an equation; the placeholders of the right one are numbered on."""
    if bound := _BOUND.search(text):
        raise _bound(bound.group(), bound.start() + 1)
    count = text.count("=") - 2 * text.count("==")
    if "==" in text:
        raise ExpressionError("'==' is not used; write '='", column=text.index("==") + 1)
    if count != 1:
        found = "none" if count == 0 else str(count)
        raise ExpressionError(f"an equation needs exactly one '=', found {found}")
    left_text, right_text = text.split("=")
    left = read(left_text, scope) if left_text.strip() else _empty_side("left")
    try:
        first = len(left.differentiated)
        right = read(right_text, scope, first) if right_text.strip() else _empty_side("right")
    except ExpressionError as error:
        raise error.shifted(len(left_text) + 1) from None
    return left, right


def _empty_side(side: str) -> Reading:
    raise ExpressionError(f"the {side} side of the equation is empty")


def _syntax_error(error: Exception, text: str, scanned: Scan) -> ExpressionError:
    if isinstance(error, RecursionError | MemoryError):
        return ExpressionError("the formula is nested too deeply; simplify it")
    if text.count("(") != text.count(")"):
        return ExpressionError(
            f"brackets do not match: {text.count('(')} opening, {text.count(')')} closing"
        )
    skipped = len(scanned.text) - len(scanned.text.lstrip())
    offset = (error.offset or 1) - 1 if isinstance(error, SyntaxError) else 0
    column = scanned.columns[min(max(offset + skipped, 0), len(scanned.columns) - 1)]
    piece = " ".join(text[column - 1 :][:12].split())
    found = f"found '{piece}'" if column <= len(text) else "the formula ends"
    return ExpressionError(f"expected a number, a name or a bracket, {found}", column=column)


def _with_placeholders(body: ast.AST, tree: Expression, reader: Reader, first: int) -> Reading:
    """What was read, read once more down to each derivative of a formula and no further."""
    found = reader.found
    if not found:
        return Reading(tree, tree)
    names = {one.node: placeholder(first + index) for index, one in enumerate(found)}
    keeping = reader.stopping_at(names)
    records: list[Differentiated] = []
    for one in found:
        inner = keeping.read(one.argument)
        records.append(Differentiated(one.formula, one.by, None if inner == one.formula else inner))
    return Reading(tree, keeping.read(body), tuple(records))
