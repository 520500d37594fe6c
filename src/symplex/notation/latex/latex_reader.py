"""One walk over a line of LaTeX: sums, products, powers and brackets, as textbooks write them.

Two things side by side are multiplied; whatever can be read in two ways is an error that says how
to write it.
"""

from dataclasses import replace
from types import MappingProxyType
from typing import Final, final

from symplex.errors import listing
from symplex.notation.latex import latex_derivatives as derivatives
from symplex.notation.latex import latex_gradients as gradients
from symplex.notation.latex.latex_cursor import MAX_DEPTH, Cursor
from symplex.notation.latex.latex_functions import is_function, read_function, read_root
from symplex.notation.latex.latex_names import Names
from symplex.notation.latex.latex_piece import Piece, joined, piece, unclear
from symplex.notation.latex.latex_places import Places
from symplex.notation.latex.latex_tokens import Kind, Token
from symplex.notation.latex.latex_values import evaluated_at, value_of

_BRACKETS: Final = MappingProxyType({"(": ")", "{": "}", "{|": "|}"})
_BARS: Final = MappingProxyType(
    {r"\lvert": r"\rvert", r"\lVert": r"\rVert", "|": "|", r"\|": r"\|"}
)
_ENDS: Final = ("+", "-", "=", ")", "}", "|}", r"\rvert", r"\rVert", ",", ";", "'", "_", ".")
_REFUSED: Final = MappingProxyType(
    {
        r"\pm": "it stands for two formulas; state one",
        r"\mp": "it stands for two formulas; state one",
        r"\int": "integrals cannot be stated",
        r"\sum": "sums over an index cannot be stated; write the terms",
        r"\infty": "infinity is no number; leave the face without a condition",
        r"\dot": "a dot needs time or a single variable",
        r"\ddot": "a dot needs time or a single variable",
    }
)


@final
class Reader:
    """One walk over the tokens of a line."""

    def __init__(self, tokens: list[Token], names: Names) -> None:
        self.cursor = Cursor(tokens)
        self.names = names
        self.places = Places()
        self.side_by_side: Token | None = None
        """Where, after a space, an unknown is multiplied with what stands before it."""
        self._inside_bars = False
        self._depth = 0

    def end(self) -> None:
        """Refuse what is left over."""
        token = self.cursor.next
        if token.text in _REFUSED:
            raise self.cursor.error(f"'{token.text}' is not read: {_REFUSED[token.text]}")
        if token.kind is not Kind.END:
            advice = r"; write \\ between equations" if self.cursor.sees(",", ";") else ""
            found = f"{self.cursor.found()}{advice}"
            raise self.cursor.error(f"expected an operator or the end, {found}")

    def sum(self) -> Piece:
        """A sum of products, as far as it goes."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self.cursor.error(f"brackets may be nested {MAX_DEPTH} deep; simplify it")
        if self._depth == 1:
            self.side_by_side = None
        column = self.cursor.next.column
        parts: list[Piece | str] = []
        if self.cursor.sees("+", "-"):
            parts.append(piece(self.cursor.take().text, column))
        parts.append(self._product())
        while self.cursor.sees("+", "-"):
            sign = self.cursor.take()
            parts += [piece(f" {sign.text} ", sign.column), self._product()]
        self._depth -= 1
        made = joined(column, *parts)
        return parts[0] if len(parts) == 1 and isinstance(parts[0], Piece) else made

    def _product(self) -> Piece:
        column = self.cursor.next.column
        parts: list[Piece | str] = [self.factor()]
        slashed = False
        while not (self.cursor.next.kind is Kind.END or self.cursor.sees(*_ENDS)):
            if self.cursor.sees("|") and self._inside_bars:
                break
            if self.cursor.sees("*", "/"):
                sign = self.cursor.take()
                slashed = sign.text == "/"
                parts.append(piece(sign.text, sign.column))
            elif slashed:
                raise unclear(
                    r"what belongs below '/'; write \frac{…}{…} or brackets",
                    self.cursor.next.column,
                )
            else:
                self._refuse_numbers_side_by_side()
                parts += ["*", self._beside()]
                continue
            parts.append(self.factor())
        made = joined(column, *parts)
        return parts[0] if len(parts) == 1 and isinstance(parts[0], Piece) else made

    def _beside(self) -> Piece:
        """A factor that no sign joins to what stands before it."""
        token = self.cursor.next
        made = self.factor()
        if self._depth == 1 and made.has_unknown and not token.adjacent:
            self.side_by_side = self.side_by_side or token
        return made

    def _refuse_numbers_side_by_side(self) -> None:
        if self.cursor.next.kind is Kind.NUMBER:
            raise unclear(
                f"an operator is missing before '{self.cursor.next.text}'; write \\cdot",
                self.cursor.next.column,
            )

    def factor(self) -> Piece:
        """One factor of a product, with its power."""
        first = len(self.places)
        base = self._operand()
        if self.cursor.sees("|") and self.cursor.after(1).text == "_":
            return evaluated_at(self, base, first)
        if not self.cursor.sees("^"):
            return base
        column = self.cursor.take().column
        if base.is_call:
            raise unclear("whether the power is of the argument; write brackets", column)
        if base.of is not None and self.cursor.sees("{") and self.cursor.after(1).text == "(":
            raise unclear("whether this is a power or a derivative; write ^4 or u_{xxxx}", column)
        if base.text == "exp(1)":
            return _as_call(joined(column, "exp(", self.group(), ")"))
        exponent = self._exponent()
        return joined(column, base, "^", exponent)

    def _exponent(self) -> Piece:
        token = self.cursor.next
        if token.kind is Kind.NUMBER:
            self.cursor.take()
            if len(token.text) > 1 or (self.cursor.next.kind is Kind.NUMBER):
                raise unclear(
                    f"only the first digit is raised; write ^{{{token.text}}}", token.column
                )
            return piece(token.text, token.column)
        return joined(token.column, "(", self.group(), ")")

    def group(self) -> Piece:
        """What stands in braces, or a single token: how TeX takes an argument."""
        token = self.cursor.next
        if token.text == "{" and token.kind is Kind.SIGN:
            self.cursor.take()
            made = self.enclosed_sum()
            self.cursor.expect("}", "'}'")
            return made
        if token.kind is Kind.NUMBER and len(token.text) > 1:
            raise unclear(f"where the argument ends; write {{{token.text}}}", token.column)
        if token.kind is Kind.NUMBER:
            return piece(self.cursor.take().text, token.column)
        if token.is_name and not is_function(token) and token.text not in (r"\frac", r"\sqrt"):
            return self._constant_or_name()
        raise self.cursor.error(f"expected braces, {self.cursor.found()}")

    def enclosed_sum(self) -> Piece:
        """A sum between brackets: a bar that is open outside is not closed in it."""
        before, self._inside_bars = self._inside_bars, False
        made = self.sum()
        self._inside_bars = before
        return made

    def _operand(self) -> Piece:
        token = self.cursor.next
        if gradients.starts_gradient(self):
            return gradients.read_norm_of_gradient(self)
        if token.kind is Kind.NUMBER:
            return piece(self.cursor.take().text, token.column)
        if token.text in _BRACKETS and token.kind is Kind.SIGN:
            return self._brackets()
        if token.text in _BARS:
            return self._absolute()
        if token.is_name:
            return self._command()
        raise self.cursor.error(f"expected a number, a name or a bracket, {self.cursor.found()}")

    def _command(self) -> Piece:
        token = self.cursor.next
        derivatives.refuse_two_meanings(self, token)
        if self.names.has(token):
            return self._constant_or_name()
        if is_function(token):
            return read_function(self)
        if derivatives.is_laplacian(self, token):
            return gradients.read_laplacian(self)
        readers = {
            r"\frac": self._fraction,
            r"\partial": self._partial,
            r"\sqrt": self._root,
            r"\dot": self._dotted,
            r"\ddot": self._dotted,
            r"\left.": self._bar,
        }
        return readers.get(token.text, self._constant_or_name)()

    def _fraction(self) -> Piece:
        if derivatives.is_fraction_of_derivatives(self):
            return derivatives.read_fraction(self)
        start = self.cursor.take()
        above, below = self._two_digits() or (self.group(), self.group())
        if self.cursor.sees("^"):
            raise unclear("put the fraction in brackets before its power", self.cursor.next.column)
        return joined(start.column, "((", above, ")/(", below, "))")

    def _two_digits(self) -> tuple[Piece, Piece] | None:
        r"""Both arguments of ``\frac12``: TeX takes one digit for each."""
        token = self.cursor.next
        if token.kind is not Kind.NUMBER or len(token.text) != len("12") or "." in token.text:
            return None
        self.cursor.take()
        return piece(token.text[0], token.column), piece(token.text[1], token.column + 1)

    def _partial(self) -> Piece:
        return derivatives.read_partial(self)

    def _root(self) -> Piece:
        return read_root(self)

    def _dotted(self) -> Piece:
        start = self.cursor.take()
        time = self.names.time
        if time is None:
            raise self.cursor.error(f"'{start.text}' is not read: {_REFUSED[start.text]}", start)
        times, first = 1 if start.text == r"\dot" else 2, len(self.places)
        operand = derivatives.name_or_brackets(self, start)
        return derivatives.differentiated(self, operand, (time,) * times, start, first)

    def _bar(self) -> Piece:
        r"""``\left. u \right|_{t = 0}``."""
        self.cursor.take()
        first = len(self.places)
        made = self.enclosed_sum()
        if not self.cursor.sees(r"\rvert"):
            raise self.cursor.error(rf"expected \right|_{{…}}, {self.cursor.found()}")
        return joined(made.columns[0], "(", evaluated_at(self, made, first), ")")

    def _brackets(self) -> Piece:
        opening, first = self.cursor.take(), len(self.places)
        made = self.enclosed_sum()
        self.cursor.expect(_BRACKETS[opening.text], "a closing bracket")
        if opening.text == "(" and self.cursor.sees("_"):
            self.cursor.take()
            by = derivatives.index_of(self)
            return derivatives.differentiated(self, made, by, opening, first)
        return joined(opening.column, "(", made, ")")

    def _absolute(self) -> Piece:
        opening = self.cursor.take()
        before, self._inside_bars = self._inside_bars, opening.text == "|"
        made = self.sum()
        self._inside_bars = before
        if not self.cursor.sees(_BARS[opening.text]):
            raise self.cursor.error(f"expected the closing bar, {self.cursor.found()}")
        self.cursor.take()
        return joined(opening.column, "abs(", made, ")")

    def _constant_or_name(self) -> Piece:
        token = self.cursor.next
        if not self.names.has(token) and self.cursor.after(1).text != "_":
            constant = {"e": "exp(1)", r"\pi": "pi"}.get(token.text)
            if constant is not None:
                return piece(constant, self.cursor.take().column)
            if token.text in _REFUSED:
                raise self.cursor.error(f"'{token.text}' is not read: {_REFUSED[token.text]}")
        made = derivatives.name_with_index(self)
        return self._primed(made) if made.of is not None else made

    def _primed(self, made: Piece) -> Piece:
        """Primes, which a function of one variable has."""
        start, primes = self.cursor.next, 0
        while self.cursor.sees("'"):
            self.cursor.take()
            primes += 1
        if primes == 0:
            return self.value_of(made)
        if len(self.names.variables) > 1:
            raise unclear(
                f"by which of {listing(self.names.variables)} a prime differentiates; write u_x",
                start.column,
            )
        by = self.names.variables * primes
        return derivatives.differentiated(self, made, by, start, len(self.places))

    def value_of(self, found: Piece) -> Piece:
        """An unknown or a derivative; if its arguments follow, they say where it is taken."""
        return value_of(self, found)


def _as_call(made: Piece) -> Piece:
    return replace(made, is_call=True)
