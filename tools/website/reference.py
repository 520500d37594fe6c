"""The reference of the API, from the docstrings of what users call."""

import dataclasses
import inspect
from collections.abc import Iterator
from html import escape
from inspect import Parameter
from types import FunctionType

import symplex
from symplex import notebook, pictures, report
from symplex.proof.certificate import Certificate
from symplex.solution import Solution


def reference_html() -> str:
    """Functions and classes, each with its signature and its words."""
    functions = (symplex.solve, symplex.verify, symplex.check)
    classes = (symplex.Problem, Solution, Certificate, symplex.Expression, notebook.LiveView)
    drawing = (
        pictures.solution_figure,
        pictures.check_figure,
        pictures.front_figure,
        pictures.course_figure,
        report.report_html,
    )
    parts = [
        "<h1>API reference</h1>",
        "<p>What users call, from the docstrings.</p>",
        "<h2 id='solving'>Solving and proving</h2>",
        *(_function(f"symplex.{one.__name__}", one) for one in functions),
        "<h2 id='values'>Values</h2>",
        *(part for one in classes for part in _class(one)),
        "<h2 id='seeing'>Seeing</h2>",
        *(_function(f"{one.__module__.rpartition('.')[0]}.{one.__name__}", one) for one in drawing),
    ]
    return "\n".join(parts)


def _function(name: str, function: object, level: int = 3) -> str:
    signature = _signature(function)
    words = escape(inspect.getdoc(function) or "")
    head = f'<h{level} id="{escape(name)}"><code>{escape(name)}</code></h{level}>'
    return f'{head}<pre><code>{escape(name.rpartition(".")[2] + signature)}</code></pre><pre class="doc">{words}</pre>'  # noqa: E501


def _signature(function: object) -> str:
    """The arguments by name; types are told by the words."""
    if not callable(function):
        return ""
    found = inspect.signature(function)
    plain = [p.replace(annotation=Parameter.empty) for p in found.parameters.values()]
    shown = [p for p in plain if p.name != "self"]
    return str(found.replace(parameters=shown, return_annotation=inspect.Signature.empty))


def _class(one: type) -> Iterator[str]:
    name = f"symplex.{one.__name__}"
    words = escape(inspect.getdoc(one) or "")
    yield f'<h3 id="{name}"><code>{name}</code></h3><pre class="doc">{words}</pre>'
    for key, value in vars(one).items():
        if key.startswith("_"):
            continue
        inner = value.fget if isinstance(value, property) else getattr(value, "func", value)
        inner = getattr(inner, "__func__", inner)
        if not isinstance(inner, FunctionType):
            continue
        if isinstance(value, property) or hasattr(value, "func"):
            told = escape(inspect.getdoc(inner) or "")
            yield f'<h4><code>.{key}</code></h4><pre class="doc">{told}</pre>'
        else:
            yield _function(f"{name}.{key}", inner, 4)
    if dataclasses.is_dataclass(one):
        fields = ", ".join(f"<code>{field.name}</code>" for field in dataclasses.fields(one))
        yield f"<p>Fields: {fields}.</p>"
