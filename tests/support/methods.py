"""Methods of the textbook for tests: what each proposes is said when it is made."""

from collections.abc import Iterator
from dataclasses import dataclass

from symplex.expression import Expression, Symbol, symbol
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.problem.method import Family, Reduction
from symplex.work.budget import Budget


def formula(text: str, names: str) -> Expression:
    """A formula in which ``c1`` and ``c2`` are constants to be found."""
    tree = parse(text, Scope((*names.split(), "c1", "c2")))
    return tree.substitute({Symbol(c): symbol(f"{c[0]}#{c[1]}") for c in ("c1", "c2")})


def family(unknown: str, text: str, names: str) -> Family:
    tree = formula(text, names)
    constants = tuple(sorted(name for name in tree.symbols if "#" in name))
    return Family("test", {unknown: tree}, constants)


@dataclass(frozen=True)
class Saying:
    """Proposes what it was made with, for problems with some unknown."""

    unknown: str
    said: tuple[Family | Reduction, ...]
    name: str = "test"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        budget.step()
        if problem.unknowns == (self.unknown,):
            yield from self.said


HEAT = Problem(
    ["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = 2*sin(3*x)")], name="heat"
)
DECAY = Problem(["v_t = -9*v"], {"t": [0, 1]}, [("t = 0", "v = 1")], unknowns=["v"], name="decay")


def separated(answer):
    """From v(t) to the heat equation, with a factor that is still to be found."""
    yield Family("test", {"u": formula("c1*sin(3*x)", "x") * answer["v"]}, ("c#1",))


SEPARATION = Saying("u", (Reduction("test", DECAY, separated),))
EXPONENTIAL = Saying("v", (family("v", "c1*exp(c2*t)", "t"),))
