"""Formulas as a plain NumPy function: fast at a few hundred points, called again and again.

The trees are recorded once as a straight line of NumPy calls, each distinct subexpression once,
and compiled. The code consists of our own names alone (``v3 = sin(v0)``): numbers, unknowns and
variables enter it as data, so that no text of the user's is ever compiled.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import ExpressionError, listing
from symplex.expression import Expression
from symplex.expression.evaluate import Backend, interpret, nearest_float

Floats = NDArray[np.float64]
Values = Floats | dict[str, Floats]

_FUNCTIONS: Final = (
    *("sin", "cos", "tan", "exp", "log", "abs", "sign", "maximum", "minimum"),
    *("sinh", "cosh", "tanh", "asin", "acos", "atan", "square", "sqrt", "reciprocal", "power"),
)
"""What the code may call, beside the helpers of this module."""


def numpy_function(
    formulas: Mapping[str, Expression], names: Sequence[str]
) -> Callable[..., Values]:
    """A function of `names`, in their order: one array, or arrays by unknown if there are several.

    Its arguments broadcast. Where a formula is undefined the value is NaN or infinite.
    """
    if not formulas:
        raise ExpressionError("there is no formula to evaluate: none was found")
    tape = _Tape(len(names))
    results = [tape.result(formula, names) for formula in formulas.values()]
    for index, unknown in enumerate(formulas):
        tape.scope[f"u{index}"] = unknown
    pairs = ", ".join(f"u{index}: {result}" for index, result in enumerate(results))
    code = tape.compiled(results[0] if len(results) == 1 else f"{{{pairs}}}", names)
    function = FunctionType(code, tape.scope, "_".join(formulas))
    function.__doc__ = f"{listing(formulas)} at {listing(names)}; arrays broadcast."
    return np.errstate(all="ignore")(function)


@final
class _Tape:
    """Lines of code that compute formulas; ``v0``, ``v1``, … are the inputs, then what follows."""

    def __init__(self, inputs: int) -> None:
        self.inputs = tuple(f"v{index}" for index in range(inputs))
        self.lines = [f"{name} = asarray({name}, float64)" for name in self.inputs]
        self.scope: dict[str, Any] = {name: getattr(np, name) for name in _FUNCTIONS}
        self.scope |= {"asarray": np.asarray, "float64": np.float64, "erf": _erf, "spread": _spread}
        self._recorded: dict[str, str] = {}
        self._returned: set[str] = set()

    def result(self, formula: Expression, names: Sequence[str]) -> str:
        """Record a formula, and return the code of its value: a new array in the common shape."""
        inputs = {name: _Recorded(self, v) for name, v in zip(names, self.inputs, strict=True)}
        found: _Recorded = interpret(formula, _backend(self), inputs, slot=self.constant)
        is_new = found.name in self._recorded.values() and found.name not in self._returned
        self._returned.add(found.name)
        if is_new and formula.symbols.issuperset(names):
            return f"asarray({found.name})"
        return f"spread({', '.join((found.name, *self.inputs))})"

    def constant(self, value: float) -> "_Recorded":
        """A number, as data; NumPy multiplies fastest by an array without dimensions."""
        name = f"c{len(self.scope)}"
        self.scope[name] = np.asarray(value, dtype=np.float64)
        return _Recorded(self, name)

    def record(self, code: str) -> "_Recorded":
        """One line, unless the same value was recorded before."""
        if code not in self._recorded:
            self._recorded[code] = f"v{len(self.inputs) + len(self._recorded)}"
            self.lines.append(f"{self._recorded[code]} = {code}")
        return _Recorded(self, self._recorded[code])

    def compiled(self, returned: str, names: Sequence[str]) -> CodeType:
        """The code object, whose arguments then get their own names."""
        body = "\n    ".join([*self.lines, f"return {returned}"])
        source = f"def formula({', '.join(self.inputs)}):\n    {body}\n"
        module = compile(source, "<formula>", "exec")
        (code,) = (constant for constant in module.co_consts if isinstance(constant, CodeType))
        return code.replace(co_varnames=(*names, *code.co_varnames[len(names) :]))


@final
@dataclass(frozen=True)
class _Recorded:
    """A value of the backend that records: the name that holds it."""

    tape: _Tape
    name: str

    def __add__(self, other: "_Recorded") -> "_Recorded":
        return self.tape.record(f"{self.name} + {other.name}")

    def __sub__(self, other: "_Recorded") -> "_Recorded":
        return self.tape.record(f"{self.name} - {other.name}")

    def __mul__(self, other: "_Recorded") -> "_Recorded":
        return self.tape.record(f"{self.name} * {other.name}")

    def __truediv__(self, other: "_Recorded") -> "_Recorded":
        return self.tape.record(f"{self.name} / {other.name}")

    def __neg__(self) -> "_Recorded":
        return self.tape.record(f"-{self.name}")


def _backend(tape: _Tape) -> Backend:
    """What the operator table computes with: each function is recorded instead of called."""

    def recorder(function: str) -> Callable[..., _Recorded]:
        return lambda *values: tape.record(f"{function}({', '.join(v.name for v in values)})")

    def power(base: _Recorded, exponent: Fraction) -> _Recorded:
        short = {Fraction(2): "square", Fraction(1, 2): "sqrt", Fraction(-1): "reciprocal"}
        if exponent in short:
            return recorder(short[exponent])(base)
        return recorder("power")(base, tape.constant(float(exponent)))

    def number(value: Fraction | int) -> _Recorded:
        return tape.constant(nearest_float(value))

    functions = {name: recorder(name) for name in (*_FUNCTIONS, "erf")}
    return SimpleNamespace(
        **functions
        | {
            "power": power,
            "number": number,
            "pi": tape.constant(math.pi),
        }
    )  # pyright: ignore[reportReturnType]


def _spread(value: Floats, *inputs: Floats) -> Floats:
    """A new array with the common shape of the inputs."""
    found = np.empty(np.broadcast(*inputs).shape)
    found[...] = value
    return found


def _erf(value: Floats) -> Floats:
    flat = [math.erf(number) for number in np.ravel(value).tolist()]
    return np.array(flat, dtype=np.float64).reshape(np.shape(value))
