r"""Functions of textbooks: ``\sin^2 x``, ``\exp(-t)``, ``\max\{a, b\}``, ``\sqrt[3]{x}``.

Owns how far an argument without brackets goes. Numbers, constants and parameters, then at most one
variable with its power: ``\sin 2\pi x``. Whatever may or may not belong to it is an error.
"""

from types import MappingProxyType
from typing import Final

from symplex.errors import ExpressionError
from symplex.notation.latex.latex_cursor import Formulas
from symplex.notation.latex.latex_piece import Piece, joined, unclear
from symplex.notation.latex.latex_tokens import Kind, Token

_PLAIN: Final = ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "erf", "sign", "abs")
_WORDS: Final = MappingProxyType(
    {
        **{name: name + "({0})" for name in _PLAIN},
        **{"ln": "log({0})", "sgn": "sign({0})", "relu": "relu({0})"},
        **{"arcsin": "asin({0})", "arccos": "acos({0})", "arctan": "atan({0})"},
        **{"asin": "asin({0})", "acos": "acos({0})", "atan": "atan({0})"},
        **{"sec": "(1/cos({0}))", "csc": "(1/sin({0}))", "cot": "(1/tan({0}))"},
        **{"sech": "(1/cosh({0}))", "csch": "(1/sinh({0}))", "coth": "(1/tanh({0}))"},
    }
)
_OF_SEVERAL: Final = frozenset({"max", "min"})
_INVERSES: Final = MappingProxyType(
    {"sin": r"\arcsin", "cos": r"\arccos", "tan": r"\arctan", "exp": r"\ln", "ln": r"\exp"}
)
_OPEN: Final = ("(", "{", "{|", r"\lvert", r"\left.")
_ENDS: Final = ("+", "-", "=", ")", "}", "|}", r"\rvert", r"\rVert", "|", ",", "*", ";")


def is_function(token: Token) -> bool:
    """Whether a token names a function."""
    is_word = token.kind in (Kind.COMMAND, Kind.WORD)
    return is_word and (token.word in _WORDS or token.word in _OF_SEVERAL)


def read_function(reader: Formulas) -> Piece:
    """A function with its power and its argument."""
    name = reader.cursor.take()
    if name.word in _OF_SEVERAL:
        return _of_several(reader, name)
    power = _power(reader, name)
    if reader.cursor.sees("_"):
        raise reader.cursor.error(f"'{name.text}' takes no index; write it with \\ln")
    argument = _argument(reader, name)
    before, after = _WORDS[name.word].split("{0}")
    call = joined(name.column, before, argument, after)
    made = call if power is None else joined(name.column, call, "^", power)
    return Piece(made.text, made.columns, made.varies, made.has_unknown, is_call=True)


def read_root(reader: Formulas) -> Piece:
    r"""``\sqrt{x}`` or ``\sqrt[3]{x}``."""
    cursor = reader.cursor
    root = cursor.take()
    if not cursor.sees("("):  # square brackets were read as round ones
        return joined(root.column, "sqrt(", reader.group(), ")")
    cursor.take()
    degree = cursor.take()
    if degree.kind is not Kind.NUMBER or not degree.text.isdigit() or int(degree.text) == 0:
        raise cursor.error("the degree of a root is a whole number, as in \\sqrt[3]{x}", degree)
    cursor.expect(")", "the closing bracket of the degree")
    return joined(root.column, "(", reader.group(), f")^(1/{degree.text})")


def _of_several(reader: Formulas, name: Token) -> Piece:
    cursor = reader.cursor
    closing = {"(": ")", "{|": "|}", "{": "}"}.get(cursor.next.text)
    if closing is None:
        raise cursor.error(f"expected brackets after '{name.text}', {cursor.found()}")
    cursor.take()
    parts: list[Piece | str] = [reader.sum()]
    while cursor.sees(",", ";"):
        cursor.take()
        parts += [", ", reader.sum()]
    cursor.expect(closing, "the closing bracket")
    if len(parts) == 1:
        raise ExpressionError(f"'{name.text}' takes several arguments", column=name.column)
    made = joined(name.column, f"{name.word}(", *parts, ")")
    return Piece(made.text, made.columns, made.varies, made.has_unknown, is_call=True)


def _power(reader: Formulas, name: Token) -> Piece | None:
    cursor = reader.cursor
    if not cursor.sees("^"):
        return None
    column = cursor.take().column
    exponent = reader.group()
    if exponent.text.lstrip("(").startswith("-"):
        inverse = _INVERSES.get(name.word)
        how = f"write {inverse}, or a fraction" if inverse else "write a fraction"
        raise unclear(f"a negative power of '{name.text}' may be its inverse; {how}", column)
    return joined(column, "(", exponent, ")")


def _argument(reader: Formulas, name: Token) -> Piece:
    cursor = reader.cursor
    if cursor.sees(*_OPEN) or cursor.sees("|", r"\lVert", r"\|"):
        return _bracketed(reader, name)
    column = cursor.next.column
    parts: list[Piece | str] = []
    while not _ends(reader):
        if parts:
            parts.append("*")
        if cursor.sees(*_OPEN) or _varies(parts):
            raise unclear(
                f"where the argument of '{name.text}' ends; "
                rf"write \{name.word.removeprefix(chr(92))}\left(…\right)",
                cursor.next.column,
            )
        parts.append(reader.factor())
    if not parts:
        raise cursor.error(f"expected the argument of '{name.text}', {cursor.found()}")
    if cursor.sees("*") and not _varies(parts):
        raise unclear(
            f"whether the argument of '{name.text}' ends before '\\cdot'; write brackets",
            cursor.next.column,
        )
    return joined(column, *parts)


def _varies(parts: list[Piece | str]) -> bool:
    return any(isinstance(part, Piece) and part.varies for part in parts)


def _bracketed(reader: Formulas, name: Token) -> Piece:
    if reader.cursor.sees("{"):
        return reader.group()
    made = reader.factor()
    if "^" in made.text[made.text.rfind(")") :]:
        raise unclear(
            f"whether the power is of the argument or of '{name.text}'; "
            rf"write \{name.word}^2\left(…\right) or brackets around it",
            made.columns[-1],
        )
    return made


def _ends(reader: Formulas) -> bool:
    """Whether what comes next belongs to no argument; a slash may or may not."""
    cursor = reader.cursor
    if cursor.sees("/"):
        raise unclear(
            "whether the argument of a function ends before '/'; write brackets, or \\frac",
            cursor.next.column,
        )
    return cursor.next.kind is Kind.END or cursor.sees(*_ENDS) or is_function(cursor.next)
