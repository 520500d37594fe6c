"""One walk over Python's syntax tree: what each piece of a formula means, and its limits.

Owns the whitelist. `diff` is carried out, and what it was applied to is remembered as written.
"""

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import final

from symplex.errors import ExpressionError, listing, shown
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import Found
from symplex.expression.expression import Expression, apply, leaf, number, symbol
from symplex.expression.operators import ADD, DIVIDE, EXP, LOG, MULTIPLY, SUBTRACT, Operator
from symplex.expression.scan import MAX_BRACKETS, Scan
from symplex.expression.scope import DIFF, FUNCTIONS, NUMBERS, RESERVED, Scope
from symplex.expression.token import Derivative, Number

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
        if name not in FUNCTIONS:
            raise self._error(node, self._scope.not_a_function(name))
        row = FUNCTIONS[name]
        if len(arguments) > MAX_BRACKETS:  # written again, each is in brackets of its own
            raise self._error(node, f"'{name}' may have {MAX_BRACKETS} arguments; simplify it")
        read = [self.read(argument, depth + 1) for argument in arguments]
        if row.arity == 2 and len(read) > 2:  # noqa: PLR2004
            return _chain(row, read)
        if len(read) != row.arity:
            raise self._error(
                node, f"'{name}' takes {_counted(row.arity, 'argument')}, found {len(read)}"
            )
        return apply(row, *read)

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


def _chain(row: Operator, arguments: list[Expression]) -> Expression:
    result = arguments[0]
    for argument in arguments[1:]:
        result = apply(row, result, argument)
    return result


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
