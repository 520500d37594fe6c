"""The course of a run: its loss, its speed and its stages against time, from what it recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from symplex.solver.pictures.figure import LIGHT, Picture, Theme, new_picture, note, plain
from symplex.work.runs.events import Event, EventKind

_SMALLEST: Final = 1e-34
"""A loss that is smaller is rounding: it is drawn there."""


class Journal(Protocol):
    """What a run has told."""

    @property
    def events(self) -> Sequence[Event]:
        """In the order in which they were told."""
        ...


class Recorded(Protocol):
    """A run that was recorded; `RunReport` is one."""

    @property
    def journal(self) -> Journal:
        """What it has told."""
        ...

    @property
    def solution(self) -> Mapping[str, Any] | None:
        """What it ended with, as JSON has it."""
        ...


@final
@dataclass(frozen=True)
class Moment:
    """How far a run was at a time."""

    seconds: float
    candidates: int
    loss: float
    """NaN where none was told."""
    stage: str


def moments(run: Recorded) -> list[Moment]:
    """What a run recorded, its end included."""
    found = [
        Moment(
            float(event.facts["seconds"]),
            int(event.facts["candidates"]),
            float(event.facts["loss"]),
            str(event.facts["stage"]),
        )
        for event in run.journal.events
        if event.kind is EventKind.FINDING
    ]
    if run.solution is not None:
        stage = found[-1].stage if found else ""
        end = float(run.solution["seconds"]), int(run.solution["candidates"])
        found.append(Moment(*end, np.nan, stage))
    return sorted(found, key=lambda moment: moment.seconds)


def tells_losses(run: Recorded) -> bool:
    """Whether there is a course to be drawn: most runs have ended before a loss was recorded."""
    return any(np.isfinite(moment.loss) for moment in moments(run))


def course_figure(run: Recorded, *, theme: Theme = LIGHT) -> Picture:
    """Loss, candidates a second and stages of a run against time.

    Args:
        run: What `read_run` gave.
        theme: The colours.
    """
    told = moments(run)
    with mpl.rc_context(theme.settings):
        picture = new_picture(7.5, 4.2)
        upper, lower = picture.subplots(2, 1, sharex=True, height_ratios=(2, 1))
        if not told:
            note(upper, "nothing is recorded of this run yet", theme)
            lower.set_axis_off()
            return picture
        _draw_stages(upper, lower, told, theme)
        _draw_loss(upper, told, theme)
        _draw_speed(lower, told, theme)
        lower.set_xlabel("seconds")
        lower.set_xlim(0, max(told[-1].seconds, 1e-3) * 1.02)
    return picture


def _draw_loss(axes: Axes, told: Sequence[Moment], theme: Theme) -> None:
    known = [moment for moment in told if np.isfinite(moment.loss)]
    if not known:
        note(axes, f"ended after {told[-1].seconds:.2g} s, before a loss was recorded", theme)
        return
    times = [moment.seconds for moment in known]
    losses = [max(moment.loss, _SMALLEST) for moment in known]
    axes.plot([*times, told[-1].seconds], [*losses, losses[-1]], drawstyle="steps-post",
              color=theme.late, linewidth=1.6)  # fmt: skip
    axes.plot(times, losses, "o", color=theme.late, markersize=4)
    axes.set_yscale("log")
    axes.set_ylabel("best loss of the stage")
    axes.margins(y=0.15)


def _draw_speed(axes: Axes, told: Sequence[Moment], theme: Theme) -> None:
    """The mean speed between two moments, which is all that is recorded."""
    times = np.array([0.0, *(moment.seconds for moment in told)])
    counts = np.array([0.0, *(moment.candidates for moment in told)])
    steps = np.diff(times)
    speeds = np.divide(np.diff(counts), steps, out=np.zeros_like(steps), where=steps > 0)
    axes.stairs(speeds, times, color=theme.late, fill=True, alpha=0.35)
    axes.stairs(speeds, times, color=theme.late, linewidth=1.2)
    axes.set_ylabel("candidates / s")
    axes.set_ylim(0, 1.15 * max(float(speeds.max()), 1.0))
    axes.text(1.0, 1.02, f"{told[-1].candidates:,} in all", ha="right", va="bottom",
              transform=axes.transAxes, color=theme.soft, fontsize=8)  # fmt: skip


def _draw_stages(upper: Axes, lower: Axes, told: Sequence[Moment], theme: Theme) -> None:
    """Where one stage ends and the next begins, with the name of each."""
    start, name = 0.0, told[0].stage
    changes: list[tuple[float, float, str]] = []
    for moment in told:
        if moment.stage != name:
            changes.append((start, moment.seconds, name))
            start, name = moment.seconds, moment.stage
    changes.append((start, told[-1].seconds, name))
    for index, (begin, end, stage) in enumerate(changes):
        for axes in (upper, lower):
            if index % 2 == 0:
                axes.axvspan(begin, end, color=theme.early, alpha=0.18, linewidth=0)
        if stage:
            share = (begin + end) / 2
            upper.text(share, 1.01, plain(stage), ha="center", va="bottom", fontsize=8,
                       color=theme.soft, transform=upper.get_xaxis_transform())  # fmt: skip
