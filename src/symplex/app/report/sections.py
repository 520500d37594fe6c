"""The sections of a page: what is said in which order, in words and formulas."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from symplex.app.report.markup import Html, Part, joined, table, tag
from symplex.expression import Expression
from symplex.expression.series import Formula, Series, formula_text
from symplex.notation.mathml import equation_mathml, math_element, name_mathml, to_mathml
from symplex.notation.printers import to_latex
from symplex.origin import in_words
from symplex.problem import Interval, Problem
from symplex.problem.ends import end_of
from symplex.problem.equation import Equation
from symplex.proof.certificate import Check
from symplex.sentences import sentence
from symplex.solver.solution.headline import what_may_help
from symplex.solver.solution.page import UNMEASURED, best_few, is_unmeasured, own_remarks
from symplex.solver.solution.solution import Solution
from symplex.work.runs.events import Event, EventKind
from symplex.work.runs.folder import RunReport

_PRIVATE: Final = ("host", "program")
"""What a page that is shared does not tell of the machine."""
_LONG: Final = 3_000
"""A formula of more nodes is not set: its text is below."""


def heading(solution: Solution) -> Html:
    """The name of the problem, and the verdict."""
    status = solution.status.value
    badge = tag("span", status, class_=f"badge {status}")
    name = tag("h1", solution.problem.name or "unnamed problem", " ", badge)
    return tag("header", name, tag("p", f"{solution.headline}.", class_="headline"))


def answer(solution: Solution) -> Html:
    """The formulas, set and as text to be copied."""
    helps = [tag("li", f"May help: {sentence(one)}.") for one in what_may_help(solution)]
    listed = tag("ul", *helps) if helps else None
    if not solution.answer:
        return _section("answer", "Answer", tag("p", "No formula found."), listed)
    when = " when it was saved:" if solution.measured_earlier else ""
    error = solution.error
    measured = None if error is None else tag("p", f"Error{when} {error.sentence}.")
    forms = {
        "Text": "\n".join(f"{name} = {text}" for name, text in solution.text.items()),
        "LaTeX": "\n".join(f"{n} = {to_latex(f)}" for n, f in solution.answer.items()),
        "Python (NumPy)": solution.python(),
    }
    copies = (
        tag("details", tag("summary", kind), tag("pre", text)) for kind, text in forms.items()
    )
    return _section("answer", "Answer", *_formulas(solution.answer), measured, listed, *copies)


def statement(problem: Problem, run: RunReport | None) -> Html:
    """What was to be solved."""
    rows: list[tuple[Part, ...]] = [
        *(("equation", _equation(one), "on the whole domain") for one in problem.equations),
        *(("condition", _equation(one), f"at {one.region}") for one in problem.conditions),
        *(
            ("variable", _interval(*one), "time" if one[0] == problem.stated_time else "")
            for one in problem.domain.items()
        ),
        *(
            (f"{kind.value} end", _given(name, end_of(problem.domain[name], side)), "")
            for (name, side), kind in problem.declared.items()
        ),
        *(("parameter", _interval(*one), "") for one in problem.parameters.items()),
        *(("constant", _given(*one), "") for one in problem.constants.items()),
    ]
    text = None if run is None else run.saved.manifest.problem.get("text")
    file = tag("details", tag("summary", "The problem file"), tag("pre", text)) if text else None
    return _section("problem", "Problem", table(("", "", "where"), rows, "The statement"), file)


def certificate(solution: Solution) -> Html | None:
    """What was checked, how, and with what result."""
    made = solution.certificate
    if made is None:
        return None
    notion = tag("p", f"Notion of solution: {made.notion}.") if made.notion else None
    unique = tag("p", f"Uniqueness: {made.uniqueness}.") if made.uniqueness else None
    missing = tag("p", made.missing) if made.missing else None
    rows = [_check(check) for check in made.checks]
    said = tag("ul", *(tag("li", note) for note in made.notes)) if made.notes else None
    level = tag("p", f"{made.status.value} (level: {made.level})")
    listed = table(("what", "where", "outcome", "how"), rows, "The checks")
    return _section("certificate", "Certificate", level, notion, unique, missing, listed, said)


def front(solution: Solution) -> Html | None:
    """Approximations by size."""
    if not solution.front:
        return None
    unmeasured = is_unmeasured(solution.front)
    shown = best_few(solution.front) if unmeasured else solution.front
    title = f"C{UNMEASURED[1:]}" if unmeasured else "Approximations by size"
    rows: list[tuple[Part, ...]] = [
        (str(one.size), one.sentence, joined(*_formulas(one.formulas))) for one in shown
    ]
    how_good = "how good, as saved" if solution.measured_earlier else "how good"
    listed = table(("nodes", how_good, "formula"), rows, title)
    return _section("front", title if unmeasured else "Front", listed)


def course(solution: Solution, run: RunReport | None) -> Html:
    """How the answer was found."""
    told: list[tuple[Part, ...]] = [
        ("ended by", solution.stop_reason or "was not searched for"),
        ("seed", str(solution.seed)),
        ("candidates", f"{solution.candidates:,}"),
        *_origins(solution),
        ("time", f"{solution.seconds:.2f} s"),
    ]
    if run is not None:
        public = {**run.saved.environment, **dict.fromkeys(_PRIVATE)}
        known = {**run.saved.manifest.settings, "SymPlex": run.saved.version, **public}
        told += [(name, str(value)) for name, value in known.items() if value]
    news = [sentence(remark) for remark in own_remarks(solution)]
    notes = tag("ul", *(tag("li", note) for note in news)) if news else None
    steps = None if run is None else _steps(run)
    return _section("course", "How it was found", table(("", ""), told, "The run"), notes, steps)


def _origins(solution: Solution) -> Iterator[tuple[Part, ...]]:
    """Where the answer comes from, and the candidates, if that was recorded."""
    if solution.origin is not None:
        yield "origin of the answer", str(solution.origin)
    if solution.candidates_by_origin:
        yield "candidates by origin", in_words(solution.candidates_by_origin)


def reuse(solution: Solution) -> Html:
    """How the answer is made again, used and cited."""
    values = [*solution.problem.variables, *solution.problem.parameters]
    call = ", ".join(f"{name}=…" for name in values)
    python = (
        "import json, symplex\n\n"
        'solution = symplex.Solution.from_json(json.load(open("solution.json")))  # proved again\n'
        f"solution({call})  # NumPy arrays broadcast\nsolution.latex(); solution.sympy"
    )
    again = f"symplex solve problem.toml --seed {solution.seed}"
    cite = (
        "Y. Park, A. C. Lu, S.-C. Huang, Q. Hu, Y. S. Ju, S. Osher: SymPlex: A Structure-Aware "
        "Transformer for Symbolic PDE Solving, 2026."
    )
    saved = json.dumps(solution.to_json(), ensure_ascii=False, indent=1)
    kept = tag("summary", "solution.json, to be saved")
    return _section(
        "reuse",
        "Reuse and cite",
        tag("p", "The same seed and the same statement give the same answer:"),
        tag("pre", again),
        tag("p", "In Python, with the file below:"),
        tag("pre", python),
        tag("details", kept, tag("pre", saved)),
        tag("p", f"Cite the paper whose method this is: {cite}"),
    )


def _section(key: str, title: str, *parts: Part) -> Html:
    return tag("section", tag("h2", title, id=f"{key}-title"), *parts, id=key)


def _formulas(formulas: Mapping[str, Formula]) -> Iterator[Html]:
    for name, formula in formulas.items():
        if isinstance(formula, Series) or formula.size > _LONG:
            yield tag("p", tag("code", f"{name} = {formula_text(formula)}"))
            continue
        content = math_element(name_mathml(name), "<mo>=</mo>", to_mathml(formula), block=True)
        yield tag("div", Html(content), class_="formula", tabindex="0")


def _equation(equation: Equation) -> Html:
    if equation.left.size + equation.right.size > _LONG:
        return tag("code", equation.text)
    return Html(math_element(equation_mathml(equation.left, equation.right)))


def _interval(name: str, interval: Interval) -> Html:
    ends = f"{to_mathml(interval.low)}<mo>,</mo>{to_mathml(interval.high)}"
    left, right = ('<mo stretchy="false">[</mo>', '<mo stretchy="false">]</mo>')
    inside = f"<mo>&#x2208;</mo>{left}{ends}{right}"
    return Html(math_element(name_mathml(name), inside))


def _given(name: str, value: Expression) -> Html:
    return Html(math_element(name_mathml(name), "<mo>=</mo>", to_mathml(value)))


def _check(check: Check) -> tuple[Part, ...]:
    outcome = tag("span", check.verdict.of_line, class_=f"outcome {check.verdict.of_line.lower()}")
    return tag("code", check.what), check.where, outcome, check.how


def _steps(run: RunReport) -> Html | None:
    """What the run told of formulas."""
    kinds = EventKind.FINDING, EventKind.CONJECTURE
    found = [event for event in run.journal.events if event.kind in kinds]
    if not found:
        return None
    begun = run.journal.events[0].at
    rows = [_step(event, event.at - begun) for event in found]
    return table(("after", "loss", "stage", "formula"), rows, "What was found on the way")


def _step(event: Event, seconds: float) -> tuple[Part, ...]:
    facts: Mapping[str, Any] = event.facts
    known = facts.get("loss")
    loss = "" if known is None else f"{known:.2g}"
    stage, formula = str(facts.get("stage", "")), str(facts["formula"])
    return f"{seconds:.1f} s", loss, stage, tag("code", formula)
