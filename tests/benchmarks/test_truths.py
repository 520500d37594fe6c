"""The true answers of every folder: files, entries, what the answers satisfy, proofs of some.

`make verdicts` asks for the proofs of all, `test_collection` and `test_bundled` for the statements
of the paper and of what is beside it.
"""

import tomllib
from collections import Counter
from functools import cache

import pytest

from ledger.questions import TRUTHS
from support.residuals import residual
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.problem.analysis.classify import Linearity, classify
from symplex.problem.overview import check
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.reasons import Code
from symplex.work.budget import Limits

LEAST = {
    **{"handbook": 150, "odes": 100, "parametric": 30, "reductions": 30, "separable": 12},
    **{"textbook": 40, "unseen": 24},
}
"""How many problems each folder must hold."""
TOLD = {
    **{"family": str, "source": str, "nonlinear": bool, "readable": bool},
    **{"why": str, "beyond": str, "verified": bool},
}
"""What an entry may tell beside the answer."""
REQUIRED = {
    **dict.fromkeys(("odes", "parametric", "reductions", "separable", "textbook"), "source"),
    "handbook": "readable",
}
"""What an entry must tell, beside its family."""
ODES = {
    **{"first-order linear": 10, "separable": 10, "Bernoulli": 6, "Riccati": 6, "exact": 6},
    **{"homogeneous": 6, "second-order homogeneous": 8, "second-order inhomogeneous": 10},
    **{"Euler": 6, "orders three and four": 8, "reduction of order": 8, "linear system": 10},
    "with parameters": 6,
}
UNVERIFIED = {"odes": 5, "parametric": 1, "textbook": 3}
"""How many entries may say that a proof is out of reach."""
SPREAD = {"handbook": 15, "odes": 10, "parametric": 10, "textbook": 10, "unseen": 6, "wider": 13}
"""Of how many problems, at even distances, the proof is in `make test`."""
REFUSED = {
    "camassa-holm-peakon": Code.WEAK_FLUX_DISCONTINUOUS,
    # h and h·v do not determine v where h = 0.
    "ritter-dam-break": Code.ATTAINED_NOT_BETWEEN,
}
"""Solutions in a sense that the page on the meaning of exact does not ask for."""


@cache
def entries(folder):
    return tomllib.loads(TRUTHS[folder][0].read_text(encoding="utf-8"))


@cache
def stated(folder, name):
    return load(str(TRUTHS[folder][1] / f"{name}.toml"))


def answer(folder, name, change="{}"):
    problem = stated(folder, name)
    texts = {unknown: entries(folder)[name][unknown] for unknown in problem.unknowns}
    return {u: parse(change.format(text), problem.answer_scope) for u, text in texts.items()}


def spread():
    """Some problems of each folder, so that most families are among them."""
    for folder, count in SPREAD.items():
        names = [*entries(folder)]
        some = {names[index * len(names) // count] for index in range(count)}
        yield from ((folder, name) for name in names if name in some)
    quick = ("stokes-first-problem", "digital-option", "membrane-on-the-floor")
    yield from (("textbook_answers", name) for name in quick)
    yield "textbook_answers", "shock-of-an-exponential-flux"


@pytest.mark.parametrize("folder", [*LEAST, "textbook_answers", "wider"])
def test_files_and_answers_belong_together(folder):
    files = {path.stem for path in TRUTHS[folder][1].glob("*.toml")} - {"answers", "open"}
    assert files == {*entries(folder)}
    assert len(files) >= LEAST.get(folder, 1)


@pytest.mark.parametrize("folder", LEAST)
def test_each_file_is_named_and_stated_back_and_its_entry_is_complete(folder):
    for name, entry in entries(folder).items():
        problem = stated(folder, name)
        assert problem.name == name
        assert problem.equations[0].text in str(check(problem)), name
        assert {*entry} - {*TOLD} == {*problem.unknowns}, name
        assert entry["family"], name
        assert REQUIRED.get(folder, "family") in entry, name
        assert all(isinstance(entry[key], TOLD[key]) for key in entry.keys() & TOLD.keys()), name


@pytest.mark.parametrize("folder", ["handbook", "reductions", "separable", "unseen"])
def test_nonlinear_means_what_the_program_means(folder):
    for name, entry in entries(folder).items():
        problem = stated(folder, name)
        kinds = {classify(problem, equation).linearity for equation in problem.equations}
        assert entry.get("nonlinear", False) is bool(kinds - {Linearity.LINEAR}), name


def test_equations_in_one_variable_are_of_every_family():
    assert Counter(entry["family"] for entry in entries("odes").values()) == ODES
    assert all(len(stated("odes", name).domain) == 1 for name in entries("odes"))


@pytest.mark.parametrize("folder", UNVERIFIED)
def test_few_answers_are_beyond_a_proof(folder):
    beyond = [name for name, one in entries(folder).items() if not one.get("verified", True)]
    assert len(beyond) <= UNVERIFIED[folder]


@pytest.mark.parametrize("folder", LEAST)
def test_answers_satisfy_their_statements_and_perturbed_ones_do_not(folder):
    for name in entries(folder):
        problem, truth = stated(folder, name), answer(folder, name)
        wrong = answer(folder, name, "1.001*({})")
        every = problem.all_equations
        assert max(residual(problem, equation, truth) for equation in every) < 1e-11, name
        assert max(residual(problem, equation, wrong) for equation in every) > 1e-9, name


@pytest.mark.parametrize(("folder", "name"), [*spread()])
def test_some_answers_are_proved(folder, name):
    # Patient: on a busy machine the usual limit says nothing about the proof.
    certificate = verify(stated(folder, name), answer(folder, name), Limits(seconds=999))
    if name in REFUSED:
        assert certificate.status is Verdict.APPROXIMATE, str(certificate)
        assert REFUSED[name] in {one.reason.code for one in certificate.checks}
    elif entries(folder)[name].get("beyond"):
        assert certificate.status is not Verdict.REFUTED, str(certificate)
    elif not entries(folder)[name].get("verified", True):
        assert certificate.status in {Verdict.EXACT, Verdict.CONJECTURED}, str(certificate)
    else:
        assert certificate.status is Verdict.EXACT, str(certificate)


OPEN = tomllib.loads((TRUTHS["textbook_answers"][1] / "open.toml").read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_what_is_open_says_why(name):
    """The reason is the one on record; an answer that is proved by now leaves the list."""
    folder = "textbook_answers"
    found = verify(stated(folder, name), answer(folder, name), Limits(seconds=999))
    assert found.status in (Verdict.APPROXIMATE, Verdict.CONJECTURED), str(found)
    assert OPEN[name]["because"] in str(found)
