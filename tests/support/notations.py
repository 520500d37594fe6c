"""Problems in three notations, and malformed statements with the sentence that each gives."""

import tomllib

import sympy

from support.checkout import ROOT
from symplex.notation.printers import to_sympy
from symplex.problem import Problem

_FILE = ROOT / "tests" / "notation" / "data" / "notations.toml"
NOTATIONS = tomllib.loads(_FILE.read_text(encoding="utf-8"))
STATEMENT = ("unknowns", "equations", "conditions", "domain", "parameters")


def as_file(name):
    return Problem.from_statement({key: NOTATIONS[name][key] for key in STATEMENT})


def as_latex(name):
    row = NOTATIONS[name]
    common = {key: row[key] for key in ("unknowns", "parameters", "domain")}
    return Problem.from_latex(**row["latex"], **common)


def as_sympy(name):
    row = NOTATIONS[name]
    words = {name: getattr(sympy, name) for name in sympy.__all__}
    symbols = {n: sympy.Symbol(n) for n in (*row["domain"], *row["parameters"])}
    variables = [symbols[n] for n in row["domain"]]
    functions = {n: sympy.Function(n) for n in row["unknowns"]}
    names = {"E": "E_"}  # SymPy's own E is a number
    called = {names.get(n, n): f for n, f in functions.items()}
    values = {n.upper() * (1 + n.isupper()): f(*variables) for n, f in functions.items()}
    scope = {**words, **symbols, **called, **values}
    equations = eval(row["sympy"]["equations"], scope)
    conditions = eval(row["sympy"]["conditions"], scope)
    domain = {symbols[n]: tuple(map(sympy.Rational, ends)) for n, ends in row["domain"].items()}
    parameters = {symbols[n]: value for n, value in row["parameters"].items()}
    unknowns = list(functions.values())
    return Problem(equations, domain, conditions, unknowns=unknowns, parameters=parameters)


def assert_same(one, other):
    """Whether two problems say the same, side by side and place by place."""
    assert one.unknowns == other.unknowns
    assert list(one.domain) == list(other.domain)
    for name, interval in one.box.intervals.items():
        assert str(interval) == str(other.box.intervals[name])
    assert set(one.box.intervals) == set(other.box.intervals)
    assert one.constants == other.constants
    assert len(one.equations) == len(other.equations)
    for mine, theirs in zip(one.all_equations, other.all_equations, strict=True):
        assert mine.region.same_as(theirs.region), (mine.region, theirs.region)
        assert [r.by for r in mine.differentiated] == [r.by for r in theirs.differentiated]
        for left, right in ((mine.left, theirs.left), (mine.right, theirs.right)):
            assert are_equal(left, right), (mine.text, theirs.text)


def are_equal(left, right):
    if left.canonical() == right.canonical():
        return True
    return sympy.expand(to_sympy(left) - to_sympy(right)) == 0
