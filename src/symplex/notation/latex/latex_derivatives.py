r"""Derivatives of textbooks: ``\frac{\partial^2 u}{\partial x^2}``, ``\partial_t u``, ``u_{xx}``.

Owns what each operator is applied to: the name that follows it, or the brackets. Gradients
and Laplacians are the business of `latex_gradients`.
"""

from typing import Final

from symplex.errors import ExpressionError
from symplex.notation.latex.latex_cursor import Formulas
from symplex.notation.latex.latex_functions import is_function
from symplex.notation.latex.latex_piece import Piece, joined, unclear
from symplex.notation.latex.latex_tokens import Kind, Token

_SIGNS: Final = frozenset({r"\partial", "d"})
NABLA, DELTA = r"\nabla", r"\Delta"
_MAX_ORDER = 100


def is_fraction_of_derivatives(reader: Formulas) -> bool:
    r"""Whether a ``\frac`` that comes next has the sign of a derivative above and below."""
    cursor = reader.cursor
    has_index = cursor.after(3).text == "_"
    return cursor.after(1).text == "{" and _is_sign(reader, cursor.after(2)) and not has_index


def _is_sign(reader: Formulas, token: Token) -> bool:
    return token.text in _SIGNS and not reader.names.has(token)


def read_fraction(reader: Formulas) -> Piece:
    r"""``\frac{\partial^2 u}{\partial x \partial y}`` or ``\frac{\partial}{\partial x}(…)``."""
    cursor = reader.cursor
    start = cursor.take()
    cursor.expect("{", "'{'")
    cursor.take()
    order = order_of(reader)
    first = len(reader.places)
    above = None if cursor.sees("}") else reader.sum()
    cursor.expect("}", "'}' after what is differentiated")
    cursor.expect("{", "the variables of the derivative in braces")
    by = _steps(reader, "}")
    cursor.expect("}", "'}' after the variables of the derivative")
    _check_order(order, by, start)
    return differentiated(reader, above or operand_of(reader, start), by, start, first)


def read_partial(reader: Formulas) -> Piece:
    r"""``\partial_t u``, ``\partial_{xx} u``, ``\partial_x^2 u`` or ``\partial u/\partial t``."""
    cursor, first = reader.cursor, len(reader.places)
    start = cursor.take()
    if not cursor.sees("_"):
        return _inline(reader, start)
    cursor.take()
    by = index_of(reader)
    if cursor.sees("^"):
        by *= order_of(reader)
    return differentiated(reader, operand_of(reader, start), by, start, first)


def _inline(reader: Formulas, start: Token) -> Piece:
    cursor = reader.cursor
    order, first = order_of(reader), len(reader.places)
    above = name_or_brackets(reader, start)
    cursor.expect("/", rf"an index or '/' after {start.text}, as in \partial_t u")
    by = _steps(reader, "")
    _check_order(order, by, start)
    return differentiated(reader, above, by, start, first)


def is_laplacian(reader: Formulas, token: Token) -> bool:
    """Whether a token is the sign of a gradient, divergence or Laplacian."""
    return token.text == NABLA or (token.text == DELTA and not reader.names.has(token))


def differentiated(
    reader: Formulas, what: Piece, by: tuple[str, ...], start: Token, first: int
) -> Piece:
    """The derivative of an unknown, of its derivative, or of a formula, where it is taken.

    `first` says how many unknowns were read before what is differentiated.
    """
    made = derived(reader, what, by, start)
    if what.of is None or reader.places.are_fixed(first):  # arguments were read with the operand
        return made
    reader.places.forget(first)
    return reader.value_of(made)


def derived(reader: Formulas, what: Piece, by: tuple[str, ...], start: Token) -> Piece:
    """The derivative of an unknown, of its derivative, or of a formula."""
    if what.of is not None:
        name, before = what.of
        return reader.names.leaf(name, start.column, (*before, *by))
    made = joined(start.column, "diff(", what, f", {', '.join(by)})")
    return Piece(made.text, made.columns, varies=True, has_unknown=made.has_unknown)


def operand_of(reader: Formulas, start: Token) -> Piece:
    """What an operator is applied to: another operator's result, a name, or brackets."""
    cursor = reader.cursor
    if is_laplacian(reader, cursor.next):
        return reader.factor()
    if cursor.next.text == r"\partial":
        return read_partial(reader)
    in_brackets = cursor.sees("(", "{")
    made = name_or_brackets(reader, start)
    follows = _unknown_follows(reader) or (not in_brackets and _variable_follows(reader))
    if cursor.sees("^") or follows:
        raise unclear(
            f"how far '{start.text}' reaches; put what it is applied to in brackets",
            cursor.next.column,
        )
    return made


def _unknown_follows(reader: Formulas) -> bool:
    token, index = reader.cursor.next, ""
    if token.is_name and reader.cursor.after(1).text == "_":
        index = reader.cursor.after(2).word
    found = reader.names.named(token, index) or reader.names.named(token)
    return token.is_name and found in _unknowns(reader)


def _variable_follows(reader: Formulas) -> bool:
    r"""``\partial_x u x`` may be x·u_x or (u·x)_x; so may a function that follows."""
    token = reader.cursor.next
    is_variable = token.is_name and reader.names.named(token) in reader.names.variables
    return is_variable or is_function(token)


def refuse_two_meanings(reader: Formulas, token: Token) -> None:
    r"""Refuse ``\frac{du}{dt}`` where the problem has the name d too."""
    cursor = reader.cursor
    above = cursor.after(2)
    if token.text != r"\frac" or above.text != "d" or not reader.names.has(above):
        return
    below = _after_braces(reader, 1)
    if cursor.after(below).text == "{" and cursor.after(below + 1).text == "d":
        message = "whether 'd' is a name or differentiates; choose another name"
        raise unclear(message, above.column)


def _after_braces(reader: Formulas, at: int) -> int:
    """How many tokens lie before what follows the braces that open there."""
    depth = 0
    while reader.cursor.after(at).kind is not Kind.END:
        depth += {"{": 1, "}": -1}.get(reader.cursor.after(at).text, 0)
        at += 1
        if depth == 0:
            break
    return at


def _unknowns(reader: Formulas) -> tuple[str, ...]:
    return reader.names.scope.unknowns


def name_or_brackets(reader: Formulas, start: Token) -> Piece:
    """A name with its index, or what stands in brackets."""
    cursor = reader.cursor
    if cursor.sees("(", "{"):
        closing = ")" if cursor.take().text == "(" else "}"
        inner = reader.sum()
        cursor.expect(closing, "the closing bracket")
        return inner
    token = cursor.next
    if not (token.is_name and reader.names.has(token)) and cursor.after(1).text != "_":
        raise cursor.error(
            f"expected what '{start.text}' is applied to: a name or brackets, {cursor.found()}"
        )
    return name_with_index(reader)


def name_with_index(reader: Formulas) -> Piece:
    """A name of the problem, with the index that belongs to it or says by what it is derived."""
    cursor = reader.cursor
    token = cursor.take()
    if not cursor.sees("_"):
        name = reader.names.named(token)
        if name is None:
            raise reader.names.missing(token, _run(reader, token))
        return reader.names.leaf(name, token.column)
    cursor.take()
    in_braces = cursor.sees("{")
    index = _raw_index(reader)
    whole = reader.names.named(token, "".join(one.word for one in index))
    if whole is not None:
        return reader.names.leaf(whole, token.column)
    name = reader.names.named(token)
    if name is None:
        raise reader.names.missing(token, token.word)
    if name not in _unknowns(reader):
        raise cursor.error(f"'{token.text}' with this index is not a name of this problem", token)
    if not in_braces:
        _refuse_run_on(reader, token, index)
    by = tuple(reader.names.variable(one) for one in index)
    return reader.names.leaf(name, token.column, by)


def _run(reader: Formulas, token: Token) -> str:
    """The letters without spaces that begin with a token."""
    run, position = token.text, 0
    while (
        reader.cursor.after(position).kind is Kind.LETTER and reader.cursor.after(position).adjacent
    ):
        run += reader.cursor.after(position).text
        position += 1
    return run


def _refuse_run_on(reader: Formulas, token: Token, index: list[Token]) -> None:
    """``u_xx`` is printed as a product: the second x stands beside the index."""
    after = reader.cursor.next
    single = len(index) == 1 and index[0].adjacent and index[0].kind is Kind.LETTER
    if single and after.adjacent and after.kind is Kind.LETTER and reader.names.has(after):
        both = f"{index[0].text}{after.text}"
        raise unclear(
            f"in LaTeX {token.text}_{both} is {token.text}_{index[0].text} times {after.text}; "
            f"write {token.text}_{{{both}}} for a derivative",
            after.column,
        )


def _raw_index(reader: Formulas) -> list[Token]:
    """The tokens of an index, one or in braces."""
    cursor = reader.cursor
    if not cursor.sees("{"):
        if not (cursor.next.is_name or cursor.next.kind is Kind.NUMBER):
            raise cursor.error(f"expected an index, {cursor.found()}")
        return [cursor.take()]
    cursor.take()
    found: list[Token] = []
    while not cursor.sees("}"):
        if not (cursor.next.is_name or cursor.next.kind is Kind.NUMBER):
            raise cursor.error(f"expected names in an index, {cursor.found()}")
        found.append(cursor.take())
    cursor.take()
    return found


def index_of(reader: Formulas) -> tuple[str, ...]:
    """The variables of an index, one or in braces."""
    return tuple(reader.names.variable(token) for token in _raw_index(reader))


def order_of(reader: Formulas) -> int:
    """The power of a sign of differentiation, 1 without one."""
    cursor = reader.cursor
    if not cursor.sees("^"):
        return 1
    cursor.take()
    braced = cursor.sees("{")
    if braced:
        cursor.take()
    token = cursor.take()
    whole = token.kind is Kind.NUMBER and token.text.isdigit()
    if not whole or not 1 <= int(token.text) <= _MAX_ORDER:
        raise cursor.error(f"the order of a derivative is a whole number up to {_MAX_ORDER}", token)
    if braced:
        cursor.expect("}", "'}' after the order")
    return int(token.text)


def _steps(reader: Formulas, end: str) -> tuple[str, ...]:
    r"""The variables below: ``\partial x^2 \partial y``."""
    cursor = reader.cursor
    by: list[str] = []
    while _is_sign(reader, cursor.next):
        cursor.take()
        by += [_variable(reader)] * order_of(reader)
    if not by or (end and not cursor.sees(end)):
        raise cursor.error(
            rf"expected the variables of a derivative, as in \partial x^2, {cursor.found()}"
        )
    return tuple(by)


def _variable(reader: Formulas) -> str:
    """A variable below, with its index if it has one."""
    token = reader.cursor.take()
    if not reader.cursor.sees("_"):
        return reader.names.variable(token)
    reader.cursor.take()
    index = "".join(one.word for one in _raw_index(reader))
    name = reader.names.named(token, index)
    if name not in reader.names.variables:
        raise reader.cursor.error(f"'{token.text}' with this index is not a variable", token)
    return name


def _check_order(order: int, by: tuple[str, ...], start: Token) -> None:
    if order != len(by):
        raise ExpressionError(
            f"the derivative has order {order} above and {len(by)} below", column=start.column
        )
