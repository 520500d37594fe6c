"""`symplex train FILE`: a policy learns one problem; its weights and a page about it are saved."""

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from symplex.app.cli.parser import add_device, add_problem
from symplex.app.cli.search_options import operators_of
from symplex.app.cli.stated import stated_file
from symplex.errors import SettingsError
from symplex.work.clock import now

if TYPE_CHECKING:
    from rich.live import Live

    from symplex.app.training import Epoch

EXACT, NOT_EXACT = 0, 1
WEIGHTS, ROWS, PAGE = "policy.safetensors", "training.json", "training.html"
_BARS: Final = "▁▂▃▄▅▆▇█"
_WIDTH: Final = 60
_PANEL_EVERY, _LINE_EVERY = 0.2, 5.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_problem(parser)
    parser.add_argument("--recipe", default="symformer", help="symformer (default) or paper")
    parser.add_argument("--seed", type=int, default=0, help="of every random choice (default 0)")
    parser.add_argument("--time-limit", type=float, default=120.0, metavar="SECONDS")
    parser.add_argument("--epochs", type=int, metavar="N", help="end after so many epochs")
    add_device(parser)
    parser.add_argument("--policy", metavar="FILE", help="weights to go on from")
    parser.add_argument(
        "--operators", default="", metavar="LIST", help="operators to add, or to forbid: erf,-sin"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument(
        "--output",
        metavar="DIR",
        default="training",
        help="where weights, rows and the page go (training)",
    )


def run(options: argparse.Namespace) -> int:
    """Train, save, print the answer if there is one, and say by the exit code whether."""
    # Imported late: the other commands do without what searches and draws.
    from symplex.app.training import train
    from symplex.solver.solution.choices import Choices

    import_module("symplex.solver.pictures")  # whoever lacks matplotlib should learn it now
    problem, folder = stated_file(options).problem(), _folder(options.output)
    display = _Display(quiet=options.quiet)
    try:
        made = train(
            problem,
            recipe=options.recipe,
            seed=options.seed,
            epochs=options.epochs,
            time_limit=options.time_limit,
            device=options.device,
            operators=operators_of(options.operators),
            policy=Choices(policy=options.policy).weights,
            watch=display.watch,
        )
    finally:
        display.close()
    from symplex.app.report import training_html

    (folder / ROWS).write_text(json.dumps(made.to_json(), indent=1) + "\n", encoding="utf-8")
    if made.weights:
        (folder / WEIGHTS).write_bytes(made.weights)
    (folder / PAGE).write_text(training_html(made), encoding="utf-8")
    for name, text in made.to_json()["solution"].items():
        print(f"{name} = {text}")
    last = made.epochs[-1] if made.epochs else None
    ended = "proved" if made.solution else "not solved"
    reward = "" if last is None else f", reward {last.reward:.4f}"
    print(f"{ended} after {len(made.epochs)} epochs{reward}; {folder / PAGE}, {folder / WEIGHTS}")
    return EXACT if made.solution else NOT_EXACT


def _folder(text: str) -> Path:
    """Where everything goes, made beforehand: a mistake in it must not cost the weights."""
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"--output {text}: cannot be made: {error.strerror}") from None
    return folder


@final
class _Display:
    """The learning curve while it grows: a panel on a terminal, lines elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self._shows, self._terminal = not quiet, sys.stderr.isatty()
        self._epochs: list[Epoch] = []
        self._next = 0.0
        self._live: Live | None = None

    def watch(self, epoch: "Epoch") -> None:
        self._epochs.append(epoch)
        if not self._shows or now() < self._next:
            return
        self._next = now() + (_PANEL_EVERY if self._terminal else _LINE_EVERY)
        if self._terminal:
            from rich.text import Text

            self._panel().update(Text(page(self._epochs)), refresh=True)
        else:
            print(line(epoch), file=sys.stderr, flush=True)

    def _panel(self) -> "Live":
        if self._live is None:
            from rich.console import Console  # late: only a terminal needs it
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self._live

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()


def line(epoch: "Epoch") -> str:
    """An epoch in a line."""
    entropy = "–" if epoch.entropy is None else f"{epoch.entropy:.2f}"
    return (
        f"{epoch.seconds:6.1f} s  {epoch.stage}, epoch {epoch.epoch}: reward {epoch.reward:.4f}, "
        f"entropy {entropy}, {epoch.distinct} of {epoch.written} trees distinct: {epoch.best}"
    )


def page(epochs: "Sequence[Epoch]") -> str:
    """The last epochs as bars, and the best formula."""
    shown = epochs[-_WIDTH:]
    rewards = bars([one.reward for one in shown], 1.0)
    entropies = [one.entropy or 0.0 for one in shown]
    shares = [one.distinct / max(one.written, 1) for one in shown]
    return "\n".join(
        (
            f"reward    {rewards}",
            f"entropy   {bars(entropies, max(*entropies, 1e-9))}",
            f"distinct  {bars(shares, 1.0)}",
            line(epochs[-1]),
        )
    )


def bars(values: Sequence[float], largest: float) -> str:
    """Values as a line of bars."""
    top = len(_BARS) - 1
    return "".join(_BARS[round(top * min(max(value / largest, 0.0), 1.0))] for value in values)
