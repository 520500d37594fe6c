"""Julia, MATLAB (with Octave) and Mathematica: NaN where a formula is undefined."""

from collections.abc import Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from symplex.expression.operators import (
    ACOS,
    ASIN,
    DIVIDE,
    ERF,
    LOG,
    MAX,
    MIN,
    MULTIPLY,
    RELU,
    SINH,
    SQRT,
    Operator,
)
from symplex.expression.text import Written
from symplex.notation.export.formulas import Formulas
from symplex.notation.export.language import PLAIN, Language, called, infix_power, two
from symplex.notation.export.source import Function, functions_of, head_of, needed

_JULIA_WORDS = frozenset(
    (
        *("begin", "end", "function", "let", "local", "do", "struct", "mutable", "abstract"),
        *("using", "export", "baremodule", "module", "macro", "quote", "const", "catch", "elseif"),
        *("im", "real_sqrt", "real_log", "real_asin", "real_acos", "real_power"),
    )
)
_JULIA_HELPERS: Final = MappingProxyType(
    {
        ERF: "using SpecialFunctions: erf\n",
        SQRT: "real_sqrt(a) = a < 0 ? NaN : sqrt(a)\n",
        LOG: "real_log(a) = a < 0 ? NaN : log(a)\n",
        ASIN: "real_asin(a) = abs(a) > 1 ? NaN : asin(a)\n",
        ACOS: "real_acos(a) = abs(a) > 1 ? NaN : acos(a)\n",
    }
)
_JULIA_POWER = "real_power(a, b) = a < 0 ? NaN : a^b\n"


def julia_source(given: Formulas) -> str:
    """A file with a Julia function of numbers for each unknown; ``u.(x, t)`` takes arrays."""
    real = {"sqrt": "real_sqrt", "log": "real_log", "asin": "real_asin", "acos": "real_acos"}
    calls = {**called("", **real), **two("max({0}, {1})", "min({0}, {1})", "Float64(pi)")}
    whole = infix_power("^")

    def power(base: Written, exponent: Fraction) -> Written:
        if exponent.denominator == 1:
            return whole(base, exponent)
        return Written(f"real_power({base.text}, {exponent.numerator}/{exponent.denominator})")

    functions = functions_of(given, Language(calls, power, str, reserved=_JULIA_WORDS))
    helpers = "".join((*needed(_JULIA_HELPERS, functions), _JULIA_POWER))
    parts = [f"{one.name}({one.listed}) = {one.body}\n" for one in functions]
    return head_of(given, "#") + helpers + "\n" + "\n".join(parts)


_REAL_OR_NAN: Final = """
function value = real_or_nan(value)
  % NaN where a value is not real.
  value(imag(value) ~= 0) = NaN;
  value = real(value);
end
"""
_LARGER: Final = """
function value = larger(a, b)
  % The larger of two; NaN where one of them is.
  value = max(a, b);
  value(isnan(a) | isnan(b)) = NaN;
end
"""
_MATLAB_HELPERS: Final = MappingProxyType(
    {
        **dict.fromkeys((SQRT, LOG, ASIN, ACOS), _REAL_OR_NAN),
        **dict.fromkeys((MAX, RELU), _LARGER),
        MIN: """
function value = smaller(a, b)
  % The smaller of two; NaN where one of them is.
  value = min(a, b);
  value(isnan(a) | isnan(b)) = NaN;
end
""",
        SINH: """
function value = series_sinh(a)
  % By its series below 1, where the sinh of many libraries is less accurate.
  value = sinh(a);
  near = abs(a) < 1;
  a = a(near);
  tail = zeros(size(a));
  for n = 17:-2:5
    tail = (1 + tail).*a.^2/(n*(n - 1));
  end
  value(near) = a + a.*a.^2.*(1 + tail)/6;
end
""",
    }
)
_MATLAB_WORDS = frozenset(
    (
        *("break", "case", "catch", "end", "else", "elseif", "for", "function", "global", "if"),
        *("otherwise", "parfor", "persistent", "return", "spmd", "switch", "try", "while", "NaN"),
        *("real_or_nan", "larger", "smaller", "series_sinh", "value", "near", "tail", "max", "min"),
        *(row.name for row in PLAIN),
    )
)


def matlab_source(given: Formulas) -> str:
    """A file for MATLAB and Octave with a function for each unknown; the first names the file."""
    calls = {
        **called("", sinh="series_sinh"),
        **{row: f"real_or_nan({row.name}({{0}}))" for row in (SQRT, LOG, ASIN, ACOS)},
        **two("larger({0}, {1})", "smaller({0}, {1})", "pi"),
    }
    plain = infix_power(".^")

    def power(base: Written, exponent: Fraction) -> Written:
        written = plain(base, exponent)
        return written if exponent.denominator == 1 else Written(f"real_or_nan({written.text})")

    signs = {MULTIPLY: ".*", DIVIDE: "./"}
    language = Language(calls, power, str, signs=signs, reserved=_MATLAB_WORDS)
    functions = functions_of(given, language)
    parts = [
        f"function value = {one.name}({one.listed})\n  value = {one.body};\nend\n"
        for one in functions
    ]
    return head_of(given, "%") + "\n".join(parts) + "".join(_matlab_helpers(functions))


def _matlab_helpers(functions: Sequence[Function]) -> list[str]:
    """What the functions call, and no more; roots are powers, too."""
    used = frozenset[Operator]().union(*(function.operators for function in functions))
    has_root = any(row.exponent is not None and row.exponent.denominator > 1 for row in used)
    found = needed(_MATLAB_HELPERS, functions)
    return list(dict.fromkeys([*([_REAL_OR_NAN] if has_root else []), *found]))


_MATHEMATICA_WORDS = frozenset(("C", "D", "E", "I", "K", "N", "O", "Pi"))
_MATHEMATICA_NAMES: Final = MappingProxyType(
    {
        **{row.name: row.name.capitalize() for row in PLAIN},
        **{"asin": "ArcSin", "acos": "ArcCos", "atan": "ArcTan"},
    }
)


def mathematica_source(given: Formulas) -> str:
    """Definitions ``u[x_, t_] := …`` with exact numbers."""
    calls = {row: f"{_MATHEMATICA_NAMES[row.name]}[{{0}}]" for row in PLAIN}
    calls |= two("Max[{0}, {1}]", "Min[{0}, {1}]", "Pi")
    calls[RELU] = "Max[{0}, 0]"
    language = Language(
        calls,
        infix_power("^", part="({0}/{1})"),
        _mathematica_literal,
        is_exact=True,
        reserved=_MATHEMATICA_WORDS,
        letters_only=True,
    )
    parts: list[str] = []
    for one in functions_of(given, language):
        patterns = ", ".join(f"{name}_" for name in one.arguments)
        parts.append(f"{one.name}[{patterns}] := {one.body}\n")
    return head_of(given, "(*", " *)") + "\n".join(parts)


def _mathematica_literal(digits: str) -> str:
    """A decimal, with its power of ten as Mathematica writes it."""
    mantissa, mark, exponent = digits.partition("e")
    return f"{mantissa}*^{int(exponent)}" if mark else digits
