"""Python source: NumPy, PyTorch, JAX and SymPy."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from symplex.expression.operators import ABS, ERF, MAX, MIN, RELU, SIGN, SINH, Operator
from symplex.expression.text import Written
from symplex.notation.export.formulas import Formulas
from symplex.notation.export.language import Language, called, called_power, infix_power, two
from symplex.notation.export.source import Function, functions_of, head_of, needed

_RESERVED = frozenset({"np", "math", "torch", "jnp", "jax", "sympy", "erf"})
_ON_NUMBERS = MappingProxyType(
    {
        **called("math."),
        **two("max({0}, {1})", "min({0}, {1})", "math.pi"),
        ABS: "abs({0})",
        SIGN: "float(np.sign({0}))",
    }
)


def _language(
    calls: Mapping[Operator, str],
    constant_power: str,
) -> Language:
    """Powers of numbers are calls: Python's own may be complex."""
    powers = infix_power("**"), called_power(constant_power)
    return Language(calls, powers[0], str, powers[1], reserved=_RESERVED)


def _module(given: Formulas, language: Language, imports: str, words: str) -> str:
    """A module with a function for each unknown, which `words` describes."""
    functions = functions_of(given, language)
    return head_of(given, "#") + f"{imports}\n\n" + _definitions(given, functions, words)


def _definitions(given: Formulas, functions: Sequence[Function], words: str) -> str:
    return "\n\n".join(
        f"def {function.name}({function.listed}):\n"
        f'    """The value of {unknown}; {words}."""\n'
        f"    return {function.body}\n"
        for unknown, function in zip(given.formulas, functions, strict=True)
    )


def numpy_source(given: Formulas) -> str:
    """A module with a NumPy function for each unknown."""
    calls = {
        **called("np.", asin="arcsin", acos="arccos", atan="arctan"),
        **two("np.maximum({0}, {1})", "np.minimum({0}, {1})", "np.pi"),
        ERF: "np.vectorize(math.erf, otypes=[float])({0})",
    }
    imports = "import math\n\nimport numpy as np\n"
    return _module(given, _language(calls, "np.power"), imports, "arrays broadcast")


def pytorch_source(given: Formulas) -> str:
    """A module with a PyTorch function for each unknown."""
    calls = {
        **called("torch."),
        **two("_larger({0}, {1})", "(-_larger(-({0}), -({1})))", "math.pi"),
        SIGN: "_sign({0})",
        SINH: "_sinh({0})",
        RELU: "torch.clamp({0}, min=0.0)",
    }
    numbers = {**_ON_NUMBERS, SIGN: "math.copysign(float(({0}) != 0), {0})"}
    language = Language(
        calls, _pytorch_power, str, called_power("math.pow"), numbers, reserved=_RESERVED
    )
    functions = functions_of(given, language)
    helpers = "".join(f"{one}\n\n" for one in _pytorch_helpers(functions))
    words = "tensors of dtype float64 broadcast, gradients flow"
    imports = "import math\n\nimport torch\n\n\n"
    return head_of(given, "#") + imports + helpers + _definitions(given, functions, words)


def _pytorch_power(base: Written, exponent: Fraction) -> Written:
    """PyTorch rounds other powers by a number more than once."""
    plain = infix_power("**") if exponent in (-1, 2) else called_power("_power")
    return plain(base, exponent)


def _pytorch_helpers(functions: Sequence[Function]) -> list[str]:
    """What the functions call, and no more."""
    used = frozenset[Operator]().union(*(function.operators for function in functions))
    has_power = any(row.exponent is not None for row in used)
    return [*needed(_PYTORCH_HELPERS, functions), *([_PYTORCH_POWER] if has_power else [])]


_LARGER: Final = '''def _larger(a, b):
    """The larger of two, one of which may be a number."""
    if not torch.is_tensor(a):
        a, b = b, a
    return torch.maximum(a, b) if torch.is_tensor(b) else torch.clamp(a, min=b)
'''
_PYTORCH_HELPERS: Final = MappingProxyType(
    {
        MAX: _LARGER,
        MIN: _LARGER,
        SIGN: '''def _sign(a):
    """The sign, of NaN too."""
    return torch.where(torch.isnan(a), a, torch.sign(a))
''',
        # PyTorch's own is off by up to 1.7 units in the last place on processors without AVX2;
        # the series below 1 by 0.8 on all of them.
        SINH: '''def _sinh(a):
    """The hyperbolic sine; by its series below 1, where PyTorch's own may be less accurate."""
    near = torch.clamp(a, -1.0, 1.0)
    square = near*near
    tail = torch.zeros_like(a)
    for n in range(21, 3, -2):
        tail = (1.0 + tail)*square/(n*(n - 1))
    series = near + near*square*(1.0 + tail)/6.0
    return torch.where(torch.abs(a) < 1.0, series, torch.sinh(a))
''',
    }
)
_PYTORCH_POWER: Final = '''def _power(a, exponent):
    """A power that is rounded once."""
    return torch.pow(a, torch.full_like(a, exponent))
'''


def jax_source(given: Formulas) -> str:
    """A module with a JAX function for each unknown."""
    calls = {
        **called("jnp.", asin="arcsin", acos="arccos", atan="arctan"),
        **two("jnp.maximum({0}, {1})", "jnp.minimum({0}, {1})", "jnp.pi"),
        ERF: "erf({0})",
    }
    imports = (
        "import jax.numpy as jnp\nfrom jax.scipy.special import erf\n\n"
        '# jax.config.update("jax_enable_x64", True) gives double precision.\n'
    )
    return _module(given, _language(calls, "jnp.power"), imports, "arrays broadcast")


def sympy_source(given: Formulas) -> str:
    """A module that makes SymPy's formula of each unknown, over real symbols."""
    calls = {
        **called("sympy.", abs="Abs"),
        **two("sympy.Max({0}, {1})", "sympy.Min({0}, {1})", "sympy.pi"),
        RELU: "sympy.Max({0}, 0)",
    }
    part = "sympy.Rational({0}, {1})"
    language = Language(
        calls,
        infix_power("**", part=f"({part})"),
        _sympy_literal,
        reserved=_RESERVED,
        is_exact=True,
    )
    functions = functions_of(given, language)
    symbols = "".join(
        f'{ours} = sympy.Symbol("{name}", real=True)\n'
        for ours, name in zip(functions[0].arguments, given.arguments, strict=True)
    )
    formulas = "".join(f"{one.name} = {one.body}\n" for one in functions)
    return f"{head_of(given, '#')}import sympy\n\n{symbols}\n{formulas}"


def _sympy_literal(digits: str) -> str:
    """Whole numbers are SymPy's, so that their quotients are exact; decimals are floats."""
    return f"sympy.Integer({digits})" if digits.isdigit() else f"sympy.Float({digits!r})"
