"""The kernel asked by hand: formulas, regions, workspaces, and advisors that lie."""

from fractions import Fraction

from flint import arb, ctx, fmpq

from symplex.expression import Expression, Operator, Symbol, number
from symplex.expression.exact import ball_backend
from symplex.expression.parse import Scope, parse
from symplex.expression.rewriting import Rewriting
from symplex.problem import Problem
from symplex.proof.advice.advisor import Advisor
from symplex.proof.answer import read_answer
from symplex.proof.kernel.advice import Step
from symplex.proof.kernel.kernel import examine
from symplex.proof.kernel.lines import Proved
from symplex.proof.kernel.region import Ends, Fact, Region
from symplex.proof.kernel.study import study
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Budget

SCOPE = Scope(("x", "y", "t"), ("k",), ("u", "v"))
X, XT = {"x": [-1, 1]}, {"x": [-1, 1], "t": [0, 1]}
XYT = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
K = {"k": [0, 1]}
OK = (Step.RANGES, 64, (Step.OK,))
"""The record that says: one range decides."""


def formula(text):
    """A formula in x, y, t, the parameter k and the unknowns u and v."""
    return parse(text, SCOPE)


def stated(equation, domain, *conditions, **rest):
    """A problem, with one equation unless several are given."""
    equations = [equation] if isinstance(equation, str) else equation
    return Problem(equations, domain, list(conditions), **rest)


def region(*facts, parameters=(), **ends):
    """A box such as x=(0, None); None is infinity, and "()" as a third entry opens both ends."""
    box = {name: _ends(*pair) for name, pair in ends.items()}
    variables = tuple(name for name in box if name not in parameters)
    return Region(box, variables, tuple(Fact(formula(text), rule) for text, rule in facts))


def _ends(low, high, brackets="[]"):
    is_open = brackets == "()"
    exact = [None if end is None else formula(str(end)) for end in (low, high)]
    return Ends(*exact, is_open, is_open)


def space(where, advise=Advisor, budget=None):
    """A workspace on a region."""
    return Workspace(where, budget or Budget.unlimited(), advise, [])


def studied(text, where, *derivatives):
    """An answer u on its pieces."""
    needed = frozenset().union(*(formula(d).derivatives for d in derivatives))
    return study({"u": formula(text)}, needed, space(where))


def lines(problem, text, advise=Advisor, budget=None):
    """What the kernel says of an answer."""
    budget = budget or Budget.unlimited()
    return examine(problem, read_answer(problem, text), budget, advise)[0]


def reasons(problem, text, **rest):
    """Why, for each line that is not proved."""
    return [line.reason for line in lines(problem, text, **rest) if not isinstance(line, Proved)]


def is_exact(problem, text, advise=Advisor):
    """Whether every line is proved; bad advice may also end the proof."""
    try:
        return all(isinstance(line, Proved) for line in lines(problem, text, advise))
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):
        return False


def notions(problem, text):
    """The notions in which the equations were proved."""
    return {line.notion for line in lines(problem, text) if isinstance(line, Proved)} - {""}


def value_at(tree, point):
    """The value by balls, which know nothing of intervals; None where it is undefined."""
    backend = ball_backend()

    def combine(token, below, _):
        if isinstance(token, Operator):
            return token.form(backend, *below)
        value = Fraction(point[token.name] if isinstance(token, Symbol) else token.value)
        return arb(fmpq(value.numerator, value.denominator))

    with ctx.workprec(300):
        try:
            found = tree.fold(combine)
        except (ZeroDivisionError, OverflowError):
            return None
    return found if found.is_finite() else None


class Liar:
    """An honest advisor, except for the words that are replaced: name → function of the truth."""

    def __init__(self, where, budget, lies):
        self._truth = Advisor(where, budget)
        self._lies = lies

    def __getattr__(self, name):
        """The honest word, or the lie told instead."""
        truth = getattr(self._truth, name)
        lie = self._lies.get(name)
        return truth if lie is None else lambda *question: lie(truth, *question)


def lying(**lies):
    """An advisor that answers some questions with ``lie(truth, *question)``."""
    return lambda where, budget: Liar(where, budget, lies)


def every_lie(rng):
    """An advisor that lies in every word."""
    return lying(
        rewriting=lambda _, f: Rewriting((f,), {}) if f.symbols else Rewriting((), {}),
        factors=lambda _, f: (Fraction(rng.choice((1, -1))), [(f, rng.choice((0, 2, 3)))]),
        coefficients=lambda _, f, name: [number(rng.randint(-2, 2)), number(1)],
        normal=lambda _, f: number(rng.randint(-2, 2)),
        root=lambda _, f: [(f.arguments[0], Fraction(rng.randint(1, 3)))],
        sign=lambda _, f, rule: rng.choice((OK, (Step.FORM, number(1), OK), (Step.POWER, OK))),
        emptiness=lambda _: ((0,), OK),
        guess=lambda _, f: rng.choice((-1, 0, 1)),
    )


def tampered(record, rng):
    """Advice in which one word was changed."""
    match record:
        case Rewriting(generators, rules) if not rules or rng.random() < 0.3:
            return Rewriting(tampered(generators, rng), rules)
        case Rewriting(generators, rules):
            node = rng.choice(list(rules))
            return Rewriting(generators, {**rules, node: tampered(rules[node], rng)})
        case tuple() | list() if record:
            at = rng.randrange(len(record))
            return type(record)([*record[:at], tampered(record[at], rng), *record[at + 1 :]])
        case int() | Fraction():
            return record + rng.choice((-1, 1, Fraction(1, 2)))
        case Expression():
            return rng.choice((record * 2, -record, record + 1, record**2))
        case _:
            return None
