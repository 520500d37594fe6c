"""Texts that must be refused: attacks on the parser, and what only looks like a formula."""

_BUILTINS = (
    *("eval", "exec", "open", "compile", "getattr", "setattr", "globals", "locals", "vars", "dir"),
    *("input", "print", "exit", "quit", "breakpoint", "help", "type", "object", "super", "id"),
    *("delattr", "hasattr", "callable", "classmethod", "memoryview", "bytes", "bytearray", "chr"),
)
_MODULES = ("os", "sys", "subprocess", "shutil", "socket", "pathlib", "ctypes", "importlib")
_DUNDERS = (
    *("__import__", "__builtins__", "__class__", "__globals__", "__subclasses__", "__code__"),
    *("__dict__", "__mro__", "__init__", "__reduce__", "__getattribute__", "__name__", "__file__"),
)
_KEYWORDS = (
    *("lambda", "if", "else", "for", "while", "import", "from", "class", "def", "return", "yield"),
    *("await", "async", "with", "try", "except", "raise", "del", "global", "nonlocal", "assert"),
    *("pass", "break", "continue", "in", "is", "and", "or", "not", "None", "True", "False"),
)
_ATTRIBUTES = (
    *("x.real", "x.__class__", "sin.__globals__", "(1).real", "1..real", "x.y.z", "os.system"),
    *("''.join", "().__class__.__bases__", "[].append", "x . real", "1.0.hex", "1.e.x", "u._x"),
)
_CALLS = (
    *("x()", "x(1)", "sin()", "sin(x)(x)", "(sin)(x)", "sin(x, x)", "max()", "max(x)", "sin(*x)"),
    *("sin(**x)", "sin(x=1)", "diff(x)", "diff()", "diff(x, 1)", "diff(x, x, x, x, 0)", "f(x)(y)"),
    *("sin (x) (x)", "sin sin(x)", "pi(x)", "exp(", "log)", "abs(x", "max(x,)", "max(,x)"),
)
_SYNTAX = (
    *("x if x else x", "lambda: x", "lambda x: x", "[x for x in x]", "{x for x in x}", "x := 1"),
    *("(x := 1)", "f'{x}'", 'f"{x}"', "'x'", '"x"', "b'x'", "[x]", "{x}", "{x: x}", "x[0]"),
    *("x[0:1]", "x,", "x, x", "()", "(,)", "...", "x; x", "x\\", "x # comment", "`x`", "x @ x"),
    *(
        "x % 2",
        "x // 2",
        "x << 2",
        "x >> 2",
        "x & x",
        "x | x",
        "~x",
        "!x",
        "x!",
        "x ! x",
        "x ? x : x",
    ),
    *(
        "x < 1",
        "x > 1",
        "x <= 1",
        "x == 1",
        "x != 1",
        "x = 1",
        "x += 1",
        "x -> x",
        "@x",
        "$x",
        "x$",
    ),
    *(
        "*x",
        "**x",
        "/x",
        "x**",
        "x*",
        "x -",
        "x +",
        "^2",
        "x^",
        "x^^2",
        "x***2",
        "x */ 2",
        "x +* 2",
    ),
    *("(x", "x)", "((x)", ")x(", "x(", "2 3", "x x", "2x", "2 x", "x 2", "(x)(x)", "(x)x", "2(x)"),
)
_NUMBERS = (
    *("0x10", "0b101", "0o17", "1_000", "1j", "1e", "1e+", "1.2.3", "1..2", "1e5e5", ".", "e5"),
    *("1e999999999", "1e-999999999", "1e" + "9" * 5000, "9" * 5000, "0." + "9" * 5000),
    *("1/0", "x/0", "x/(1/2 - 1/2)*0/0", "1/0.0", "0^(-1)/0", "inf", "nan", "Infinity", "-inf"),
)
_POWERS = (
    *("9**9**9", "9^9^9", "9**9**9**9", "x**x", "x^x^x", "2**x", "x^pi", "x^sqrt(2)", "x^(1e9)"),
    *("x^1001", "x^(1/1001)", "x^-1001", "x^(1/0)", "x^1e300", "x**(9**9)", "(x^999)^x", "0^x"),
)
_SIZE = (
    *("(" * 5000 + "x" + ")" * 5000, "-" * 9000 + "x", "x" + "+x" * 4999, "sin(" * 200 + "x"),
    *("x^" * 4000 + "2", "sin(" * 500 + "x" + ")" * 500, "x" * 20_000, " " * 20_000, "(" * 9999),
    *("+" * 9999, "max(" + "x," * 3000 + "x)", "1+" * 5000 + "1", "x**-" * 2000 + "1"),
    *("diff(" * 60 + "sin(x*exp(x))" + ", x, 9)" * 60, "diff(sin(exp(sin(exp(x)))), x, 99)"),
)
_CHARACTERS = (
    *(
        "ｓin(x)",
        "х",
        "x²",
        "√x",
        "π",
        "κ",
        "x × x",
        "x − 1",
        "x·x",
        "∂x",
        "ﬁ",
        "x\u200b",
        "\u202ex",
    ),
    *(
        "x\x00",
        "\x00",
        "x\x07",
        "x\x1b[31m",
        "ⅹ",
        "𝑥",
        "１+x",
        "x＋x",
        "（x）",
        "ａｂｓ(x)",
        "x\ud800",
    ),
)
_EMPTY = ("", " ", "\t", "\n", "\n\n  \n")

HOSTILE = (
    *(f"{name}(x)" for name in (*_BUILTINS, *_DUNDERS)),
    *(f"{name}.x" for name in _MODULES),
    *_DUNDERS,
    *_KEYWORDS,
    *(*_ATTRIBUTES, *_CALLS, *_SYNTAX, *_NUMBERS, *_POWERS, *_SIZE, *_CHARACTERS, *_EMPTY),
)
