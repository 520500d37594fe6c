"""Tables as Markdown and as LaTeX."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import final

_ESCAPED = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"^": r"\^{}", "~": r"\~{}", "\\": r"\textbackslash{}", "`": ""}
    | {"–": "--", "×": r"$\times$", "…": r"\ldots{}", "µ": r"$\mu$", "²": "$^2$", "√": r"$\surd$"}
)


@final
@dataclass(frozen=True)
class Table:
    """Cells of text, with a caption that says how they were made."""

    caption: str
    label: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """With the caption above."""
        lines = [self.header, ("---",) * len(self.header), *self.rows]
        shown = (
            "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
        )
        return f"**{self.caption}**\n\n" + "\n".join(shown) + "\n"

    def latex(self) -> str:
        """A floating table in the style of booktabs."""

        def line(cells: Sequence[str]) -> str:
            return " & ".join(map(_latex, cells)) + r" \\"

        columns = "l" + "c" * (len(self.header) - 1)
        return "\n".join(
            [
                r"\begin{table*}[ht]\centering",
                rf"\caption{{{_latex(self.caption)}}}\label{{tab:{self.label}}}",
                rf"\resizebox{{\textwidth}}{{!}}{{\begin{{tabular}}{{{columns}}}",
                r"\toprule",
                line(self.header),
                r"\midrule",
                *map(line, self.rows),
                r"\bottomrule",
                r"\end{tabular}}",
                r"\end{table*}",
                "",
            ]
        )


def _latex(text: str) -> str:
    """The same text, with what LaTeX reads as commands made plain, and signs that it lacks."""
    return text.translate(_ESCAPED)


def error(number: float | None) -> str:
    """An error for a table: 0, or two digits and a power of ten."""
    if number is None:
        return "–"
    return "0" if number == 0 else f"{number:.1e}"


def share(number: float | None) -> str:
    """A share in per cent."""
    return "–" if number is None else f"{100 * number:.0f} %"


def seconds(number: float | None) -> str:
    """A duration in a unit that suits it."""
    if number is None:
        return "–"
    if number >= 1:
        return f"{number:.1f} s"
    return f"{number * 1e3:.3g} ms" if number >= 1e-3 else f"{number * 1e6:.3g} µs"  # noqa: PLR2004


def size(number: int | None) -> str:
    """An amount of memory in a unit that suits it."""
    if not number:
        return "–"
    power = min(floor(log10(number) / 3), 3)
    return f"{number / 1000**power:.3g} {('B', 'kB', 'MB', 'GB')[power]}"
