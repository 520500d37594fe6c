r"""Values of unknowns at points: ``u(x, 0)``, ``u_t(0, t)``, ``\left. u_x \right|_{x = 0}``.

Owns where the unknowns of an equation are taken. The arguments are the problem's variables in their
order, each itself or a number.
"""

from symplex.errors import ExpressionError
from symplex.notation.latex.latex_cursor import Formulas
from symplex.notation.latex.latex_piece import Piece
from symplex.notation.latex.latex_places import EVERYWHERE, Evaluated
from symplex.notation.latex.latex_tokens import Token


def value_of(reader: Formulas, found: Piece) -> Piece:
    """An unknown or a derivative; if its arguments follow, they say where it is taken."""
    cursor, places, variables = reader.cursor, reader.places, reader.names.variables
    start, first, mark = cursor.next, len(reader.places), cursor.mark()
    if found.of is None or not cursor.sees("("):
        places.add(EVERYWHERE, start.column)
        return found
    arguments = _arguments(reader)
    places.forget(first)
    is_product = any(argument.has_unknown for argument in arguments)
    if len(arguments) == 1 and is_product:  # u(1 - u)
        cursor.back(mark)
        places.add(EVERYWHERE, start.column)
        return found
    if len(arguments) != len(variables) or is_product:
        name = found.of[0]
        raise cursor.error(
            f"'{name}' is a function of ({', '.join(variables)}), found other arguments; "
            f"write {name} \\cdot (…) for a product",
            start,
        )
    places.add(_evaluated(reader, arguments, start), start.column)
    return found


def evaluated_at(reader: Formulas, found: Piece, first: int) -> Piece:
    """What stands before a bar whose index says where it is taken."""
    cursor, names = reader.cursor, reader.names
    if not found.has_unknown:
        raise cursor.error(
            "a bar says where an unknown is taken; put the value into other formulas"
        )
    start = cursor.take()
    cursor.expect("_", "an index that says where, as in |_{t=0}")
    cursor.expect("{", "braces, as in |_{t=0}")
    values: dict[str, str] = {}
    while True:
        name = names.variable(cursor.take())
        cursor.expect("=", "'=' and a value")
        values[name] = _number(reader, name)
        if not cursor.sees(","):
            break
        cursor.take()
    cursor.expect("}", "'}'")
    fixed = tuple((name, values[name]) for name in names.variables if name in values)
    reader.places.move(first, Evaluated(fixed), start.column)
    return found


def _number(reader: Formulas, name: str) -> str:
    start = reader.cursor.next
    value = reader.enclosed_sum()
    if value.varies:
        raise reader.cursor.error(f"expected a number for {name}, found '{value.text}'", start)
    return value.text


def _arguments(reader: Formulas) -> list[Piece]:
    cursor = reader.cursor
    cursor.take()
    found = [reader.enclosed_sum()]
    while cursor.sees(",", ";"):
        cursor.take()
        found.append(reader.enclosed_sum())
    cursor.expect(")", "a closing bracket")
    return found


def _evaluated(reader: Formulas, arguments: list[Piece], start: Token) -> Evaluated:
    fixed: list[tuple[str, str]] = []
    variables = reader.names.variables
    for name, argument in zip(variables, arguments, strict=True):
        if argument.text == name:
            continue
        if argument.varies:
            raise ExpressionError(
                f"the arguments are ({', '.join(variables)}) in this order, each itself or a "
                f"number, found '{argument.text}' for {name}",
                column=argument.columns[0] if argument.columns else start.column,
            )
        fixed.append((name, argument.text))
    return Evaluated(tuple(fixed))
