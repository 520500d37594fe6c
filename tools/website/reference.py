"""The reference of the API: which names users call; MkDocs reads their docstrings."""

from typing import Final

_PARTS: Final = (
    (
        "Solving and proving",
        ("symplex.solve", "symplex.verify", "symplex.check", "symplex.pdsolve"),
    ),
    (
        "Values",
        (
            "symplex.problem.problem.Problem",
            "symplex.solver.solution.solution.Solution",
            "symplex.proof.certificate.Certificate",
            "symplex.proof.certificate.Check",
            "symplex.expression.expression.Expression",
            "symplex.numerics.inverse.fit.Fitted",
            "symplex.app.notebook.live.LiveView",
        ),
    ),
    (
        "Seeing",
        (
            "symplex.solver.pictures.solution.solution_figure",
            "symplex.solver.pictures.check.check_figure",
            "symplex.solver.pictures.front.front_figure",
            "symplex.solver.pictures.course.course_figure",
            "symplex.solver.pictures.residuals.residual_figure",
            "symplex.app.report.page.report_html",
        ),
    ),
    (
        "Mistakes",
        tuple(
            f"symplex.errors.{name}"
            for name in ("SymplexError", "ProblemError", "ExpressionError", "SettingsError")
        ),
    ),
)


def reference_markdown() -> str:
    """A page with a directive for each name."""
    parts = (
        f"## {title}\n\n" + "\n".join(f"::: {name}\n" for name in names) for title, names in _PARTS
    )
    return "# API reference\n\nWhat users call, from the docstrings.\n\n" + "\n".join(parts)
