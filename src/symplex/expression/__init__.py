"""The language: formulas as trees, and all that can be done with them without a problem.

Owns operators, tokens, trees, vocabularies, parsing, rendering, differentiation and plain
evaluation. One small language states a problem and its answer. Knows nothing of problems,
residuals or torch.
"""

from symplex.expression.expression import Expression as Expression
from symplex.expression.expression import apply as apply
from symplex.expression.expression import leaf as leaf
from symplex.expression.expression import number as number
from symplex.expression.expression import symbol as symbol
from symplex.expression.operators import OPERATORS as OPERATORS
from symplex.expression.operators import Operator as Operator
from symplex.expression.operators import power as power
from symplex.expression.operators import tuple_of as tuple_of
from symplex.expression.token import CONSTANT as CONSTANT
from symplex.expression.token import Constant as Constant
from symplex.expression.token import Derivative as Derivative
from symplex.expression.token import Number as Number
from symplex.expression.token import Symbol as Symbol
from symplex.expression.token import Token as Token
from symplex.expression.token import arity as arity
