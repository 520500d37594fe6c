"""Tables as Markdown and as LaTeX, and numbers that fit into their cells."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Final, final

_ESCAPED: Final = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"^": r"\^{}", "~": r"\~{}", "\\": r"\textbackslash{}", "·": r"$\cdot$"}
    | {"–": "--", "×": r"$\times$", "…": r"\ldots{}", "µ": r"$\mu$", "²": "$^2$", "√": r"$\surd$"}
)
_MARKED: Final = re.compile(r"\*\*(?P<bold>.+?)\*\*|`(?P<code>[^`]*)`")
_POWER: Final = re.compile(r"(\d(?:\.\d+)?)e(-?\d+)")
_PAGE: Final = 40
"""Rows that a page has room for; a longer table may break in LaTeX."""
_DECIMAL: Final = re.compile(r"\d+\.\d{4,}")
_DIGITS: Final = 3


@final
@dataclass(frozen=True)
class Table:
    """Cells of text, with a caption that says how they were made.

    A cell is plain but for two marks of Markdown: ``**bold**``, and code between backticks.
    """

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
        return f"*{self.caption}*\n\n" + "\n".join(shown) + "\n"

    def latex(self) -> str:
        """In the style of booktabs: floating, or over several pages where it is long."""
        caption = rf"\caption{{{_latex(self.caption)}}}\label{{tab:{self.label}}}"
        head = [r"\toprule", _line(self.header), r"\midrule"]
        body = [*map(_line, self.rows), r"\bottomrule"]
        if len(self.rows) > _PAGE:
            columns = (
                "l" * (len(self.header) - 1) + r">{\raggedright\arraybackslash}p{0.6\textwidth}"
            )
            needs = "% needs array, booktabs and longtable"
            opened = [rf"\footnotesize\begin{{longtable}}{{{columns}}}", caption + r"\\"]
            lines = [needs, "{" + opened[0], opened[1], *head, r"\endhead", *body]
            return "\n".join([*lines, r"\end{longtable}}", ""])
        columns = "l" + "c" * (len(self.header) - 1)
        opened = [r"\begin{table*}[ht]\centering\footnotesize\setlength{\tabcolsep}{4pt}", caption]
        inside = [rf"\begin{{tabular}}{{{columns}}}", *head, *body, r"\end{tabular}"]
        return "\n".join(["% needs booktabs", *opened, *inside, r"\end{table*}", ""])


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex, cells)) + r" \\"


def _latex(text: str) -> str:
    """The same text, with what LaTeX reads as commands made plain, and signs that it lacks."""
    parts: list[str] = []
    done = 0
    for mark in _MARKED.finditer(text):
        parts.append(_plain(text[done : mark.start()]))
        bold, code = mark.group("bold"), mark.group("code")
        parts.append(
            rf"\texttt{{{code.translate(_ESCAPED)}}}"
            if bold is None
            else rf"\textbf{{\boldmath {_plain(bold)}}}"
        )
        done = mark.end()
    return "".join([*parts, _plain(text[done:])])


def _plain(text: str) -> str:
    return _POWER.sub(r"$\1\\times10^{\2}$", text.translate(_ESCAPED))


def error(number: float | None) -> str:
    """An error for a table, of two digits: 0, 0.66, 68, or with a power of ten."""
    if number is None:
        return "–"
    if number == 0 or 0.1 <= number < 1000:  # noqa: PLR2004
        return f"{float(f'{number:.2g}'):g}"
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}e{int(power)}"


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


def shortened(text: str, most: int) -> str:
    """A formula that fits: a longer one with numbers of three digits, and cut if it must be."""
    if len(text) <= most:
        return text
    text = _DECIMAL.sub(lambda number: f"{float(number.group()):.{_DIGITS}g}", text)
    return text if len(text) <= most else f"{text[:most].rstrip()}…"
