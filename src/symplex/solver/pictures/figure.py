"""What every picture shares: its colours, light and dark, how words and formulas stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser

from symplex.expression import Expression, symbol
from symplex.expression.render import to_text
from symplex.notation.printers import to_latex

_LONGEST: Final = 90
"""Characters of a formula that are shown; of LaTeX, twice as many."""


@final
@dataclass(frozen=True)
class Theme:
    """The colours of a picture."""

    paper: str = "#ffffff"
    ink: str = "#1f2933"
    soft: str = "#7b8794"
    kink: str = "#c2410c"
    early: str = "#a5c8e4"
    """Of the first curve of a family; the last has `late`."""
    late: str = "#0b3c6f"
    field: str = "viridis"
    """Of values over two variables."""

    @classmethod
    def dark(cls) -> "Theme":
        """For dark pages."""
        return cls("#12161c", "#e4e7eb", "#8b98a9", "#ff9b5e", "#27527d", "#9bd0ff", "viridis")

    @property
    def shades(self) -> Colormap:
        """From the first curve of a family to the last."""
        return LinearSegmentedColormap.from_list("symplex", [self.early, self.late])

    @property
    def settings(self) -> Any:  # noqa: ANN401 (matplotlib's own keys)
        """What matplotlib is told, for `rc_context`."""
        text = ("text.color", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color")
        return {
            **dict.fromkeys(text, self.ink),
            "axes.edgecolor": self.soft,
            "axes.facecolor": self.paper,
            "figure.facecolor": self.paper,
            "savefig.facecolor": self.paper,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlesize": 10,
            "axes.labelsize": 10,
            "axes.formatter.useoffset": False,
            "font.size": 9,
            "legend.frameon": False,
            "mathtext.fontset": "stix",
            "svg.hashsalt": "symplex",
            "svg.fonttype": "path",
        }


LIGHT: Final = Theme()
_CHANGING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"png": ("Software",), "svg": ("Date",), "pdf": ("CreationDate",)}
)
"""What matplotlib writes into a file of a form that would be another one each time."""


class Picture(Figure):
    """A figure that notebooks show, made without pyplot and its state."""

    def to_bytes(self, form: str = "png", *, dots: int = 110) -> bytes:
        """The picture as a file of the form ``png``, ``svg`` or ``pdf``; the same every time."""
        target = BytesIO()
        metadata = dict.fromkeys(_CHANGING.get(form, ()))
        with mpl.rc_context({"svg.hashsalt": "symplex", "svg.fonttype": "path"}):
            self.savefig(target, format=form, dpi=dots, metadata=metadata)
        return target.getvalue()

    def _repr_png_(self) -> bytes:
        """What a notebook shows."""
        return self.to_bytes()


def new_picture(width: float, height: float) -> Picture:
    """An empty picture of so many inches."""
    return Picture(figsize=(width, height), layout="constrained")


def plain(text: str) -> str:
    """A text of the user's that stands as it is: a dollar sign begins no formula."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return printable.replace("$", r"\$")


def formula_label(name: str, formula: Expression, width: int = _LONGEST) -> str:
    """A formula as mathematics, or as text where it is long or matplotlib cannot set it."""
    latex = f"${to_latex(formula) if not name else f'{name} = {to_latex(formula)}'}$"
    if len(latex) <= 2 * width and is_set(latex):
        return latex
    text = to_text(formula) if not name else f"{name} = {to_text(formula)}"
    return plain(text if len(text) <= width else f"{text[: width - 1]}…")


def is_set(latex: str) -> bool:
    """Whether matplotlib can set a formula."""
    try:
        MathTextParser("path").parse(latex)
    except ValueError:
        return False
    return True


def name_label(name: str) -> str:
    """The name of a variable or parameter as mathematics."""
    return f"${to_latex(symbol(name))}$"


def note(axes: Axes, text: str, theme: Theme) -> None:
    """Words in the middle of axes that have nothing to show."""
    # In shares of the axes: their limits may be set by what is drawn beside.
    axes.text(0.5, 0.5, plain(text), ha="center", va="center", color=theme.soft, wrap=True,
              transform=axes.transAxes)  # fmt: skip
    axes.set_axis_off()
