"""Identities that hold wherever their left side is defined, and are defined there too.

Each rewrites one part of a formula, `a` and `b` being its arguments (or the part itself).
"""

from collections.abc import Mapping
from types import MappingProxyType

BY_OPERATOR: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "sin": (
            "2*sin(a/2)*cos(a/2)",
            "3*sin(a/3) - 4*sin(a/3)^3",
            "sin(a + pi/3)/2 - sqrt(3)/2*cos(a + pi/3)",
            "-cos(a + pi/2)",
            "(sin(a + pi/4) - cos(a + pi/4))/sqrt(2)",
            "sin(a/2 + a/2)",
            "-sin(3*pi - a)*(-1)",
        ),
        "cos": (
            "cos(a + pi/3)/2 + sin(a + pi/3)*sqrt(3)/2",
            "4*cos(a/3)^3 - 3*cos(a/3)",
            "sin(pi/2 - a)",
            "(cos(a/2) - sin(a/2))*(cos(a/2) + sin(a/2))",
            "8*cos(a/4)^4 - 8*cos(a/4)^2 + 1",
            "1 - 2*sin(a/2)^2",
        ),
        "tan": ("sin(a)/cos(a)", "sin(2*a)/(1 + cos(2*a))", "-tan(-a)"),
        "exp": (
            "(sinh(a/2) + cosh(a/2))^2",
            "exp(a/3)^3",
            "1/(cosh(a) - sinh(a))",
            "2*exp(a - log(2))",
            "(1 + tanh(a/2))/(1 - tanh(a/2))",
            "exp(2*a)/exp(a)",
            "sqrt(exp(a))^2",
            "exp(a + 1)/exp(1)",
            "(exp(-a))^(-1)",
        ),
        "sinh": (
            "exp(a)/2 - 1/(2*exp(a))",
            "(exp(2*a) - 1)/(2*exp(a))",
            "3*sinh(a/3) + 4*sinh(a/3)^3",
        ),
        "cosh": (
            "(exp(2*a) + 1)/(2*exp(a))",
            "2*cosh(a/2)^2 - 1",
            "sqrt(1 + sinh(a)^2)",
            "exp(-a) + sinh(a)",
            "4*cosh(a/3)^3 - 3*cosh(a/3)",
        ),
        "tanh": (
            "1 - 2/(1 + exp(2*a))",
            "(1 - exp(-2*a))/(1 + exp(-2*a))",
            "sinh(2*a)/(1 + cosh(2*a))",
            "sinh(a)/cosh(a)",
        ),
        "log": (
            "2*log(sqrt(a))",
            "log(a/5) + log(5)",
            "-log(1/a)",
            "log(a^3)/3",
            "log(exp(2)*a) - 2",
        ),
        "sqrt": (
            "sqrt(9*a)/3",
            "2*sqrt(a/4)",
            "(a^2)^(1/4)",
            "(a^3)^(1/6)",
            "sqrt(8*a)/(2*sqrt(2))",
        ),
        "square": (
            "abs(a)^2",
            "(a + 1)^2 - 2*a - 1",
            "(2*a)^2/4",
            "sqrt(a^4)",
            "(a - 1)*(a + 1) + 1",
            "(a/2 + a/2)*a",
        ),
        "cube": ("a*a^2", "(a + 1)^3 - 3*a^2 - 3*a - 1", "(2*a)^3/8"),
        "/": (
            "a*b/b^2",
            "2*a/(b + b)",
            "(a + b)/b - 1",
            "a*(b^2 + 1)/(b^3 + b)",
            "1/b*a",
            "(a/3)/(b/3)",
            "-a/(-b)",
        ),
        "+": ("-(-b - a)", "2*(a/2 + b/2)", "(a - b) + 2*b", "(3*a + 3*b)/3", "b + (a - 1) + 1"),
        "-": ("(a + b) - 2*b", "-(b - a)", "(5*a - 5*b)/5", "a - 1 - (b - 1)"),
        "*": (
            "((a + b)^2 - (a - b)^2)/4",
            "((a + b)^2 - a^2 - b^2)/2",
            "(a*sqrt(2))*(b/sqrt(2))",
            "sqrt(3)*a*b/sqrt(3)",
            "b*(a/2) + a*(b/2)",
            "a*(b + 1) - a",
        ),
        "neg": ("a - 2*a", "-3*a/3", "a*(-1)", "(1 - a) - 1"),
        "abs": (
            "sqrt(a^2)",
            "max(a, -a)",
            "2*max(a, 0) - a",
            "a*sign(a)",
            "sqrt(4*a^2)/2",
            "(a^4)^(1/4)",
            "relu(a) + relu(-a)",
            "abs(-3*a)/3",
            "-min(a, -a)",
        ),
        "max": (
            "(a + b + abs(a - b))/2",
            "a + relu(b - a)",
            "-min(-a, -b)",
            "(a + b + sqrt((a - b)^2))/2",
            "max(2*a, 2*b)/2",
            "max(b, a, b)",
            "max(a + 1, b + 1) - 1",
        ),
        "min": (
            "(a + b - abs(a - b))/2",
            "a - relu(a - b)",
            "-max(-a, -b)",
            "a + b - max(a, b)",
            "min(3*a, 3*b)/3",
        ),
        "relu": ("max(0, a)", "(a + sqrt(a^2))/2", "a - min(a, 0)", "relu(2*a)/2"),
        "sign": ("sign(3*a)", "-sign(-a)", "sign(a)^3"),
        "atan": (
            "-atan(-a)",
            "2*atan(a/(1 + sqrt(1 + a^2)))",
            "asin(a/sqrt(1 + a^2))",
            "pi/2 - 2*atan(sqrt(1 + a^2) - a)",
        ),
        "erf": ("-erf(-a)", "1 - (1 - erf(a))", "(erf(a) - erf(-a))/2"),
        "pi": ("4*atan(1)", "2*asin(1)", "3*acos(1/2)", "16*atan(1/5) - 4*atan(1/239)"),
    }
)
"""By the name of the operator at the top of the part."""
OF_NUMBERS = (
    "(7*a)/7",
    "a*sqrt(8)/(2*sqrt(2))",
    "a*(sin(1)^2 + cos(1)^2)",
    "a*2^(1/2)*sqrt(2)/2",
    "a*(sqrt(3) - 1)*(sqrt(3) + 1)/2",
    "a + log(2) + log(1/2)",
    "a*27^(1/3)/3",
    "(a + sqrt(2)) - 2/sqrt(2)",
    "a*exp(1)*exp(-1)",
)
OF_WHOLES = (
    "log(exp(a))",
    "a*(2 + sin(v))/(2 + sin(v))",
    "a + (v + 1)^2 - v^2 - 2*v - 1",
    "(a*(1 + v^2) + a*(3 + v^4))/(4 + v^2 + v^4)",
    "1/(1/(2 + v^2))*a/(2 + v^2)",
    "a + sinh(v)^2 - cosh(v)^2 + 1",
    "a*exp(v)/exp(v)",
    "a - tanh(v) + sinh(v)/cosh(v)",
    "a*sqrt(1 + v^2)^2/(1 + v^2)",
)
"""For the whole formula `a`, with a variable `v`."""
