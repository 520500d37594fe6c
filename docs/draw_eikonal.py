"""Draws docs/pictures/eikonal.svg: the certified solution of the bundled eikonal problem.

Needs matplotlib, which SymPlex itself does not: ``pip install . matplotlib``, then
``python docs/draw_eikonal.py``.
"""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import symplex
from symplex.notation.problem_files import bundled
from symplex.solver.solution.solution import Solution

PICTURE = Path(__file__).parent / "pictures" / "eikonal.svg"
TIMES = (0.0, 0.25, 0.5, 0.75)
INK, SOFT, KINK = "#1f2933", "#7b8794", "#c2410c"


def main() -> None:
    """Solve, prove and draw."""
    solution = symplex.solve(bundled("eikonal"), seed=0, time_limit=60)
    if not solution.is_exact:
        raise SystemExit("the problem was not solved")
    style = {"svg.hashsalt": "symplex", "font.size": 10, "svg.fonttype": "path"}
    with mpl.rc_context({**style, "axes.edgecolor": SOFT, "text.color": INK}):
        figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
        draw_sections(left, solution)
        draw_front(right, solution)
        figure.suptitle(f"u = {solution.text['u']}", family="monospace", fontsize=12)
        PICTURE.parent.mkdir(exist_ok=True)
        figure.savefig(PICTURE, metadata={"Date": None})


def draw_sections(axes: Axes, solution: Solution) -> None:
    """The solution along y = 0 at several times, with the kinks at x = ±t."""
    x = np.linspace(-1, 1, 81)
    for t, shade in zip(TIMES, np.linspace(0.75, 0.1, len(TIMES)), strict=True):
        axes.plot(x, solution(x=x, y=0.0, t=t), color=str(shade), label=f"t = {t:g}")
        axes.plot([-t, t], [0, 0], "o", color=KINK, markersize=5, clip_on=False, zorder=3)
    axes.plot([], [], "o", color=KINK, markersize=5, label="kinks")
    axes.set(xlabel="x", title="along y = 0", xlim=(-1, 1), ylim=(0, 1))
    axes.legend(frameon=False, fontsize=8, loc="upper center")


def draw_front(axes: Axes, solution: Solution) -> None:
    """Level lines at t = 1/2, with the circle where the solution has its kink."""
    x, y = np.meshgrid(np.linspace(-1, 1, 61), np.linspace(-1, 1, 61))
    values = solution(x=x, y=y, t=0.5)
    axes.contour(x, y, values, levels=np.arange(0.1, 1, 0.1), colors=SOFT, linewidths=0.8)
    angle = np.linspace(0, 2 * np.pi, 73)
    axes.plot(0.5 * np.cos(angle), 0.5 * np.sin(angle), color=KINK, linewidth=2)
    axes.text(0, 0, "u = 0", ha="center", va="center")
    axes.set(xlabel="x", ylabel="y", title="level lines at t = 1/2", aspect="equal")


if __name__ == "__main__":
    main()
