"""Exported formulas, run by the languages that this machine has."""

import ctypes
import shutil
import subprocess
import sys
import tomllib
from types import ModuleType, SimpleNamespace

import mpmath as mp
import numpy as np

from support.checkout import ROOT
from support.evaluators import encode
from support.random_trees import MPMATH, UndefinedError, generator, random_tree
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Operator, leaf
from symplex.expression.evaluate import interpret
from symplex.expression.parse import parse
from symplex.notation.export import Formulas, Target, export
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.objective import Objective, PointSet, Term
from symplex.solver.solution.numpy_function import numpy_function

NAMES = ("x", "y", "t", "kappa")
RANDOM, POINTS, DIGITS = 200, 32, 50
LARGEST = 1e15  # towers of exponentials beyond this take mpmath for ever


def formulas():
    """Random formulas, and the answers of the paper's problems."""
    random = generator(1804)
    trees = []
    while len(trees) < RANDOM:
        tree = random_tree(random, int(random.integers(2, 16)), NAMES)
        trees += [tree] if is_exported(tree) else []
    answers = tomllib.loads((ROOT / "benchmarks" / "answers.toml").read_text(encoding="utf-8"))
    scopes = {name: bundled(name).answer_scope for name in answers}
    trees += [parse(answers[name]["u"], scope) for name, scope in scopes.items()]
    return Formulas({f"f{index}": tree for index, tree in enumerate(trees)}, NAMES[:3], NAMES[3:])


def is_exported(tree):
    """Whether no part of it is a number that does not exist."""
    try:
        Formulas({"u": tree}, NAMES)
    except ExpressionError:
        return False
    return True


def points():
    random = generator(50)
    return random.uniform(-1, 1, (POINTS, len(NAMES)))


def own_values(given):
    """What our exported function computes, by NumPy."""
    made = numpy_function(given.formulas, NAMES)(*points().T)
    return np.array([made[name] for name in given.formulas])


def searched_values(given):
    """What a search computes, by the evaluator, which rounds as the C library does."""
    columns = dict(zip(NAMES, points().T.copy(), strict=True))
    values = PointSet(columns, (Term(leaf(Derivative("u"))),))
    objective = Objective(("u",), NAMES[:3], NAMES[3:], (values,))

    def evaluated(tree):
        vocabulary, batch = encode([tree])
        constants = np.array(tree.constants, dtype=float)
        return np.ravel(evaluator(objective, vocabulary).residuals(batch, constants))

    return np.array([evaluated(tree) for tree in given.formulas.values()])


def exact_values(given):
    """The values with 50 digits and the largest term on the way; None where there is none."""
    with mp.workdps(DIGITS):
        return [[_exact(tree, point) for point in points()] for tree in given.formulas.values()]


def _exact(tree, point):
    largest = [mp.mpf(0)]
    values = {name: mp.mpf(float(value)) for name, value in zip(NAMES, point, strict=True)}

    def combine(token, below, constant):
        if isinstance(token, Operator):
            value = token.form(MPMATH, *below)
        else:
            value = interpret(leaf(token, constant), MPMATH, values)
        largest[0] = max(largest[0], abs(value))
        if largest[0] > LARGEST:
            raise UndefinedError
        return value

    try:
        return tree.fold(combine), largest[0]
    except (UndefinedError, ZeroDivisionError, OverflowError):
        return None


def excess(theirs, ours, exact):
    """The largest error at the points of one formula, beyond 4 times ours and 4 ulp of a term.

    Ours is the larger one of our two evaluations: where a formula is ill-conditioned, either of
    them may be right by chance, and which one is depends on the processor.
    """
    known = [i for i, one in enumerate(exact) if one is not None and np.isfinite(ours[0][i])]
    with mp.workdps(DIGITS):
        their_error, *our_errors = (
            max((abs(mp.mpf(float(values[i])) - exact[i][0]) for i in known), default=0)
            for values in (theirs, *ours)
        )
        ulp = max((np.spacing(float(exact[i][1])) for i in known), default=0.0)
        return float(their_error - 4 * max(our_errors) - 4 * ulp)


def by_numpy(given, _):
    scope = {}
    exec(export(given, Target.NUMPY), scope)
    with np.errstate(all="ignore"):
        return _spread(scope[name](*points().T) for name in given.formulas)


def by_pytorch(given, _):
    import torch

    scope = {}
    exec(export(given, Target.PYTORCH), scope)
    columns = [torch.tensor(column, dtype=torch.float64) for column in points().T]
    return _spread(np.asarray(_called(scope[name], columns)) for name in given.formulas)


def by_jax_with_numpy(given, monkeypatch):
    """JAX's source over NumPy: shows that it is right, not that JAX is."""
    special = ModuleType("jax.scipy.special")
    special.erf = np.vectorize(__import__("math").erf, otypes=[float])
    for name, module in {
        "jax": ModuleType("jax"),
        "jax.numpy": np,
        "jax.scipy": ModuleType("jax.scipy"),
        "jax.scipy.special": special,
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    sys.modules["jax"].numpy = np
    scope = {}
    exec(export(given, Target.JAX), scope)
    with np.errstate(all="ignore"):
        return _spread(scope[name](*points().T) for name in given.formulas)


def _called(function, columns):
    try:
        return function(*columns)
    except (ValueError, OverflowError, ZeroDivisionError):  # of a number without variables
        return np.nan


def _spread(rows):
    return np.array([np.broadcast_to(row, POINTS) for row in rows])


def by_c(given, folder):
    (folder / "formulas.c").write_text(export(given, Target.C), encoding="ascii")
    library = _compiled(["gcc", "-std=c99", "-O2", "-Wall", "-Werror"], folder, "formulas.c", "-lm")

    def value(name, point):
        function = getattr(library, name)
        function.restype = ctypes.c_double
        return function(*map(ctypes.c_double, point))

    return np.array([[value(name, point) for point in points()] for name in given.formulas])


def by_fortran(given, folder):
    (folder / "formulas.f90").write_text(export(given, Target.FORTRAN), encoding="ascii")
    library = _compiled(
        ["gfortran", "-std=f2008", "-O2", "-J", str(folder)], folder, "formulas.f90"
    )

    def value(name, point):
        function = getattr(library, f"__formulas_MOD_{name}")
        function.restype = ctypes.c_double
        return function(*(ctypes.byref(ctypes.c_double(number)) for number in point))

    return np.array([[value(name, point) for point in points()] for name in given.formulas])


def _compiled(command, folder, source, *libraries):
    target = folder / f"{source}.so"
    arguments = [*command, "-shared", "-fPIC", "-o", str(target), str(folder / source), *libraries]
    subprocess.run(arguments, check=True, capture_output=True, text=True)
    return ctypes.CDLL(str(target))


def by_octave(given, folder):
    one = [Formulas({name: tree}, NAMES[:3], NAMES[3:]) for name, tree in given.formulas.items()]
    columns = "".join(
        f"{name} = [{' '.join(repr(float(v)) for v in column)}];\n"
        for name, column in zip(NAMES, points().T, strict=True)
    )
    calls = "".join(
        f"printf('%.17g ', {name}({', '.join(NAMES)}) + zeros(1, {POINTS})); printf('\\n');\n"
        for name in given.formulas
    )
    sources = "\n".join(export(each, Target.MATLAB) for each in one)
    (folder / "run.m").write_text(f"1;\n{sources}\n{columns}{calls}", encoding="ascii")
    command = ["octave", "--no-gui", "--norc", "--quiet", str(folder / "run.m")]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return np.array([[float(word) for word in line.split()] for line in ran.stdout.splitlines()])


LANGUAGES = {
    "c": SimpleNamespace(run=by_c, program="gcc"),
    "fortran": SimpleNamespace(run=by_fortran, program="gfortran"),
    "numpy": SimpleNamespace(run=by_numpy, program=None),
    "pytorch": SimpleNamespace(run=by_pytorch, program=None),
    "octave": SimpleNamespace(run=by_octave, program="octave"),
}


def is_here(name):
    program = LANGUAGES[name].program
    return program is None or shutil.which(program) is not None
