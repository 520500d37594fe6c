"""Odd forms that no rule of `identities` would make: what a person or a program might write."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from attacks.cases import Attack, text_of
from attacks.guard import Reference
from attacks.truths import every
from symplex.expression.parse import parse

KIND = "by hand"
FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "eikonal": (
            "max(sqrt(4*x^2 + 4*y^2)/2 - t, 0)",
            "relu(sqrt(x^2 + y^2) - t)",
            "(sqrt(x^2 + y^2) - t + abs(sqrt(x^2 + y^2) - t))/2",
            "max(((x^2 + y^2)^2)^(1/4) - t, 0)",
            "max(t, sqrt(x^2 + y^2)) - t",
            "-min(t - sqrt(abs(x)^2 + abs(y)^2), 0)",
            "max(sqrt((x + y)^2/2 + (x - y)^2/2) - t, 0)",
            "sqrt(max(sqrt(x^2 + y^2) - t, 0)^2)",
        ),
        "burgers": (
            "sqrt(x^2) + sqrt(y^2) + t",
            "max(x, -x) + max(y, -y) + t",
            "max(x + y, x - y, -x + y, -x - y) + t",
            "abs(-2*x)/2 + t + abs(y)",
            "max(abs(x + y), abs(x - y)) + t",
            "x*sign(x) + y*sign(y) + t",
            "2*max(x, 0) - x + abs(y) + t",
        ),
        "heat": (
            "(sin(x + y) + sin(x - y))/2*exp(-2*t)",
            "sin(x)*cos(y)*(cosh(t) - sinh(t))^2",
            "sin(x)*cos(y)/exp(t)^2",
            "sin(x)*sqrt(exp(-4*t))*cos(y)",
            "cos(y)*cos(pi/2 - x)*exp(-t)*exp(-t)",
            "sin(x)*(1 - 2*sin(y/2)^2)*exp(-2*t)",
            "sin(x)*cos(y)*(1 - tanh(t))/(1 + tanh(t))",
            "2*sin(x/2)*cos(x/2)*cos(y)/(exp(4*t))^(1/2)",
            "sin(x)*cos(y)*exp(-2*t)*(sin(x)^2 + cos(x)^2)^7",
        ),
        "parametric-heat": (
            "(sin(x + y) + sin(x - y))*exp(-2*kappa*t)/2",
            "sin(x)*cos(y)*exp(-kappa*t)^2",
            "sin(x)*cos(y)/sqrt(exp(4*kappa*t))",
            "sin(x)*sin(y + pi/2)*exp(-t*(kappa + kappa))",
        ),
        "advection-gaussian": (
            "exp(-2*x^2 + 4*x*t - 4*t^2 - 2*y^2 + 4*y*t)",
            "exp(-(x - t)^2/0.5)*exp(-2*(y - t)^2)",
            "1/exp(2*(x - t)^2 + 2*(t - y)^2)",
            "exp(-(x - t)^2 - (y - t)^2)^2",
            "exp(-(x + y - 2*t)^2 - (x - y)^2)",
            "1/(exp((x - t)^2)*exp((y - t)^2))^2",
        ),
        "advection-sine": (
            "-sin(3*(x - y - 2*t)/2)",
            "sin(3*t + 3*y/2 - 3*x/2)",
            "cos(1.5*(x - y) - 3*t + pi/2)",
            "sin(3*t)*cos(3*(x - y)/2) - cos(3*t)*sin(3*(x - y)/2)",
            "-2*sin(3*(x - y - 2*t)/4)*cos(0.75*(x - y - 2*t))",
        ),
        "heat-source": (
            "1 - 2*sin(y)^2 + 5*x*t/2 - x^2/2",
            "2*cos(y)^2 - 1 - x*(x - 5*t)/2",
            "cos(y)^2 - sin(y)^2 + (5*t/2 - x/2)*x",
            "cos(2*y) + 25*t^2/8 - (x - 5*t/2)^2/2",
        ),
        "poisson-quartic": (
            "(x^2)^2 + 6*(y^2)^2/5",
            "x^4 + y^4 + y^4/5",
            "abs(x)^4 + 1.2*abs(y)^4",
            "(x^2 + y^2)^2 - 2*x^2*y^2 + y^4/5",
            "(5*x^4 + 6*y^4)/5",
        ),
        "poisson-exp": (
            "2*exp((x + y)/2)*cosh((x - y)/2)",
            "cosh(x) + sinh(x) + cosh(y) + sinh(y)",
            "exp(x)*(1 + exp(y - x))",
            "1/exp(-x) + 1/exp(-y)",
            "(exp(x/2) + exp(y/2))^2 - 2*exp((x + y)/2)",
        ),
        "hj-convex": (
            "(x - t/2 - abs(x - t/2))/2",
            "-relu(t/2 - x)",
            "min(2*x - t, 0)/2",
            "x - t/2 - max(x - t/2, 0)",
            "min(x, t/2) - t/2",
            "(x - t/2 - sqrt((x - t/2)^2))/2",
        ),
        "hj-concave": (
            "sqrt(x^2) + t/2",
            "max(x + t/2, t/2 - x)",
            "abs(2*x)/2 + t - t/2",
            "(x^4)^(1/4) + t/2",
            "2*relu(x) - x + t/2",
            "-min(x, -x) + t/2",
            "x*sign(x) + t/2",
        ),
        "parametric-advection-hat": (
            "relu(1 - abs(x - kappa*t) - abs(y - kappa*t))",
            "max(1 - max(abs(x + y - 2*kappa*t), abs(x - y)), 0)",
            "-min(abs(x - kappa*t) + sqrt((y - kappa*t)^2) - 1, 0)",
            "1 - min(abs(x - kappa*t) + abs(kappa*t - y), 1)",
        ),
        "parametric-advection-sine": (
            "cos(x - y) - cos(x + y - 2*kappa*t)",
            "2*sin(kappa*t - x)*sin(kappa*t - y)",
            "2*cos(x - kappa*t - pi/2)*sin(y - kappa*t)",
        ),
        "parametric-heat-exp": (
            "exp(2*kappa*t - x - y)",
            "exp(kappa*t)^2/exp(x + y)",
            "(cosh(x) - sinh(x))*exp(2*kappa*t - y)",
            "exp(kappa*t - x)*exp(kappa*t - y)",
        ),
        "kdv-soliton": (
            "2 - 2*tanh(x - 4*t)^2",
            "8/(exp(x - 4*t) + exp(4*t - x))^2",
            "4/(1 + cosh(2*x - 8*t))",
            "8*exp(2*x - 8*t)/(1 + exp(2*x - 8*t))^2",
        ),
        "laplace-angle": (
            "asin(y/sqrt(x^2 + y^2))",
            "2*atan(y/(x + sqrt(x^2 + y^2)))",
            "-atan(-y/x)",
        ),
        "scherk-surface": ("log(cos(y)/cos(x))", "-log(cos(x)/cos(y))", "log(cos(y)^2/cos(x)^2)/2"),
        "porous-front": (
            "(t - x + abs(t - x))/2",
            "t - min(x, t)",
            "max(t, x) - x",
            "-min(x - t, 0)",
        ),
        "eikonal-square": (
            "min(1 - abs(x), 1 - abs(y))",
            "min(1 - x, 1 + x, 1 - y, 1 + y)",
            "1 - (abs(x + y) + abs(x - y))/2",
        ),
        "shock": ("1/2 + sign(t/2 - x)/2", "(1 + sign(t - 2*x))/2", "1/2 - sign(4*x - 2*t)/2"),
        "sine-gordon-kink": ("2*pi - 4*atan(exp((3*t - 5*x)/4))", "4*atan(exp(5*x/4)/exp(3*t/4))"),
        "burgers-from-the-side": ("2/(1 + exp(x - t))", "2*exp(t)/(exp(t) + exp(x))"),
        "logistic-uniform": ("exp(t)/(exp(t) + 2)", "1 - 2/(2 + exp(t))"),
        "heat-quartic": ("(x^2 + 6*t)^2 - 24*t^2", "x^2*(x^2 + 12*t) + 12*t^2"),
        "wave-cubic": ("((x + t)^3 + (x - t)^3)/2", "x*(x^2 + 3*t^2)"),
        "transport-rotating": ("cos(t)*x - sin(t)*y", "x*(1 - 2*sin(t/2)^2) - y*sin(t)"),
        "signalling": ("sin((t - x + abs(t - x))/2)", "sin(relu(t - x))"),
        "ode-pendulum": ("4*atan(tanh(t/2))", "2*asin(tanh(t))", "2*atan(sinh(t))"),
        "klein-gordon-standing": ("(cos(x + 2*t) + cos(x - 2*t))/2", "cos(x)*(2*cos(t)^2 - 1)"),
    }
)
"""By problem; each is checked against the truth before it counts."""


def attacks() -> Iterator[Attack]:
    """Every form whose values are the truth's."""
    for truth in every():
        reference = Reference(truth.problem, truth.solution)
        unknown = truth.problem.unknowns[0]
        for text in FORMS.get(truth.name, ()):
            formula = parse(text, truth.problem.answer_scope)
            if not reference.agrees(unknown, formula):
                raise ValueError(f"{text} is no form of the solution of {truth.name}")
            answer = {name: text_of(part) for name, part in truth.solution.items()}
            yield Attack(
                KIND,
                truth.statement,
                {**answer, unknown: text},
                f"{truth.name}: written by hand",
                is_right=True,
            )
