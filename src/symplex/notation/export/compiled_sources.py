"""C and Fortran source: functions of doubles, NaN where a formula is undefined."""

from fractions import Fraction
from types import MappingProxyType
from typing import Final

from symplex.expression.operators import ABS, MAX, MIN, RELU, SIGN, SINH
from symplex.expression.text import Written
from symplex.notation.export.formulas import Formulas
from symplex.notation.export.language import Language, called, called_power, infix_power, two
from symplex.notation.export.source import functions_of, head_of, needed

_PI = "3.141592653589793"
_C_WORDS = frozenset(
    (
        *("auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else"),
        *("enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register"),
        *("restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch"),
        *("typedef", "union", "unsigned", "void", "volatile", "while", "main", "larger", "smaller"),
        *(
            "signum",
            "pow",
            "fabs",
            "isnan",
            "series_sinh",
            "y0",
            "y1",
            "yn",
            "j0",
            "j1",
            "jn",
            "gamma",
            "nan",
        ),
    )
)
_C_HELPERS: Final = MappingProxyType(
    {
        **dict.fromkeys(
            (MAX, RELU),
            "static double larger(double a, double b) { return a > b || isnan(a) ? a : b; }\n",
        ),
        MIN: "static double smaller(double a, double b) { return a < b || isnan(a) ? a : b; }\n",
        SIGN: "static double signum(double a) { return isnan(a) ? a : (a > 0) - (a < 0); }\n",
        # The sinh of many libraries is off by up to 1.7 units in the last place near 0.
        SINH: """static double series_sinh(double a) {
    double square = a*a, tail = 0.0;
    if (!(fabs(a) < 1.0)) return sinh(a);
    for (int n = 17; n > 3; n -= 2) tail = (1.0 + tail)*square/(n*(n - 1));
    return a + a*square*(1.0 + tail)/6.0;
}
""",
    }
)


def c_source(given: Formulas) -> str:
    """A file in C99 with a function for each unknown."""
    calls = {
        **called("", abs="fabs", sign="signum", sinh="series_sinh"),
        **two("larger({0}, {1})", "smaller({0}, {1})", _PI),
    }
    language = Language(calls, called_power("pow"), str, reserved=_C_WORDS)
    functions = functions_of(given, language)
    helpers = "".join(needed(_C_HELPERS, functions))
    parts: list[str] = []
    for one in functions:
        arguments = ", ".join(f"double {name}" for name in one.arguments)
        parts.append(f"double {one.name}({arguments}) {{\n    return {one.body};\n}}\n")
    head = head_of(given, "/*", " */") + "#include <math.h>\n\n"
    return head + helpers + ("\n" if helpers else "") + "\n".join(parts)


_WIDTH = 90
_FORTRAN_HELPERS: Final = MappingProxyType(
    {
        **dict.fromkeys(
            (MAX, RELU),
            """  elemental function larger(a, b) result(value)
    double precision, intent(in) :: a, b
    double precision :: value
    value = b
    if (a > b .or. a /= a) value = a
  end function
""",
        ),
        MIN: """  elemental function smaller(a, b) result(value)
    double precision, intent(in) :: a, b
    double precision :: value
    value = b
    if (a < b .or. a /= a) value = a
  end function
""",
        SIGN: """  elemental function signum(a) result(value)
    double precision, intent(in) :: a
    double precision :: value
    value = a
    if (a == a) value = merge(1d0, 0d0, a > 0d0) - merge(1d0, 0d0, a < 0d0)
  end function
""",
        SINH: """  elemental function series_sinh(a) result(value)
    double precision, intent(in) :: a
    double precision :: value, tail
    integer :: n
    value = sinh(a)
    if (.not. abs(a) < 1d0) return
    tail = 0d0
    do n = 17, 5, -2
      tail = (1d0 + tail)*(a*a)/(n*(n - 1))
    end do
    value = a + a*(a*a)*(1d0 + tail)/6d0
  end function
""",
    }
)
_FORTRAN_POWER: Final = """  elemental function power(a, n) result(value)
    double precision, intent(in) :: a
    integer, intent(in) :: n
    double precision :: value
    value = abs(a)**dble(n)
    if (a < 0d0 .and. mod(n, 2) /= 0) value = -value
  end function
"""
_FORTRAN_WORDS = frozenset(
    (
        *(
            "value",
            "power",
            "larger",
            "smaller",
            "signum",
            "series_sinh",
            "formulas",
            "sin",
            "cos",
            "tan",
            "exp",
            "log",
        ),
        *("abs", "sinh", "cosh", "tanh", "asin", "acos", "atan", "sqrt", "erf", "merge"),
    )
)


def fortran_source(given: Formulas) -> str:
    """A module in Fortran 2008 with an elemental function for each unknown."""
    calls = {
        **called("", sign="signum", sinh="series_sinh"),
        **two("larger({0}, {1})", "smaller({0}, {1})", f"{_PI}d0"),
        RELU: "larger({0}, 0d0)",
        ABS: "abs({0})",
    }
    language = Language(
        calls, _fortran_power, _fortran_literal, reserved=_FORTRAN_WORDS, ignores_case=True
    )
    functions = functions_of(given, language)
    parts = [*needed(_FORTRAN_HELPERS, functions), _FORTRAN_POWER]
    for one in functions:
        parts.append(
            f"  elemental function {one.name}({one.listed}) result(value)\n"
            f"    double precision, intent(in) :: {one.listed}\n"
            f"    double precision :: value\n"
            f"    value = {_broken(one.body)}\n"
            f"  end function\n"
        )
    head = head_of(given, "!") + "module formulas\n  implicit none\ncontains\n\n"
    return head + "\n".join(parts) + "\nend module\n"


def _fortran_power(base: Written, exponent: Fraction) -> Written:
    """Compilers multiply for whole powers, and round each time; a square is rounded once."""
    if exponent.denominator == 1 and exponent != 2:  # noqa: PLR2004
        return Written(f"power({base.text}, {exponent})")
    return infix_power("**", part="({0}d0/{1}d0)")(base, exponent)


def _fortran_literal(digits: str) -> str:
    """A decimal in double precision."""
    mantissa, _, exponent = digits.partition("e")
    return f"{mantissa.removesuffix('.0')}d{int(exponent or 0)}"


def _broken(code: str) -> str:
    """Code on lines of a length that every compiler takes."""
    lines = [code[start : start + _WIDTH] for start in range(0, len(code), _WIDTH)]
    return "&\n      &".join(lines)
