"""Random formulas and systems, and encodings in which they can be written."""

from fractions import Fraction

from hypothesis import strategies as st

from support.strategies import floats, numbers, symbols, trees
from symplex.expression import CONSTANT, OPERATORS, Number, apply, tuple_of
from symplex.expression.encoding import TreeEncoding
from symplex.expression.vocabulary import Vocabulary

LEAVES = symbols | numbers | floats
FORMULAS = trees(LEAVES, 6)
SYSTEMS = st.builds(lambda *parts: apply(tuple_of(2), *parts), FORMULAS, FORMULAS)


def encoding_of(*expressions, extra=()):
    """An encoding in which all of the expressions can be written as they are."""
    rows = (row for row in OPERATORS.values() if row.arity)
    own = (token for expression in expressions for token in expression.tokens)
    tokens = (*rows, CONSTANT, *(Number(Fraction(n)) for n in range(-3, 4)), *own, *extra)
    return TreeEncoding(Vocabulary(tuple(dict.fromkeys(tokens))))


def encoded(*expressions, extra=()):
    encoding = encoding_of(*expressions, extra=extra)
    return [encoding.encode(expression) for expression in expressions]


def decoded(tree):
    return tree.encoding.decode(tree)
