"""What is done to the runs, one trial each: a trial returns what went wrong, if anything did."""

import json
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from chaos.subjects import (
    Subject,
    has_printed,
    left_behind,
    mark_of,
    random_moment,
    solution_in,
    wait_for,
)
from symplex.errors import SettingsError
from symplex.work.runs.checkpoints import Checkpoints
from symplex.work.runs.folder import RunFolder, read_run
from symplex.work.runs.record import Record

_FOUND: Final = re.compile(r"^symplex: found, with loss \S+ \(stage .*, (\d+) candidates\): (.*)$")
_KEPT: Final = re.compile(r"^symplex: checkpoint (\d+):", re.MULTILINE)
_INTERRUPTED: Final = 130
_MAX_SECONDS: Final = 5.0
_REFUSAL_SECONDS: Final = 1.0
_NOT_SAVED: Final = "the run is not being saved"
_OTHER_FILES: Final = ("lock", "crash.txt")
"""Nothing is read from these that a run depends on."""


@final
@dataclass(frozen=True)
class Trial:
    """One trial: a subject, a folder for it, and its own random numbers."""

    subject: Subject
    folder: Path
    rng: random.Random


def killed(trial: Trial) -> str:
    """Kill a run once or several times at random instants, then let it end."""
    acknowledged: list[tuple[int, str]] = []
    process = trial.subject.solve(trial.folder)
    while True:
        wait_for(trial.folder / "lock", process)
        random_moment(trial.subject, trial.rng)
        mark = mark_of(process)
        process.kill()
        acknowledged += _findings(process.communicate()[1])
        if left_behind(mark):
            return "a process was left behind"
        process = trial.subject.resume(trial.folder)
        if trial.rng.random() < 1 / 2:
            break
    _, said = process.communicate()
    acknowledged += _findings(said)
    if process.returncode != trial.subject.code:
        return f"the resumed run ended with {process.returncode}: {said[-300:]}"
    if solution_in(trial.folder) != trial.subject.solution:
        return "the answer differs from that of an undisturbed run"
    return _lost(trial.folder, acknowledged)


def _findings(said: str) -> list[tuple[int, str]]:
    """What was acknowledged: told once it was durable."""
    found = (_FOUND.match(line) for line in said.splitlines())
    return [(int(match[1]), match[2]) for match in found if match]


def _lost(folder: Path, acknowledged: list[tuple[int, str]]) -> str:
    report = read_run(folder)
    kept = {(e.facts.get("candidates"), e.facts.get("formula")) for e in report.journal.events}
    lost = [finding for finding in acknowledged if finding not in kept]
    return f"{len(lost)} acknowledged findings were lost" if lost else "; ".join(report.faults)


def interrupted(trial: Trial) -> str:
    """Send SIGINT or SIGTERM at a random instant."""
    process = trial.subject.solve(trial.folder)
    wait_for(trial.folder / "lock", process)
    random_moment(trial.subject, trial.rng)
    mark = mark_of(process)
    over = has_printed(process)
    begun = time.monotonic()
    process.send_signal(trial.rng.choice((signal.SIGINT, signal.SIGTERM)))
    out, said = process.communicate()
    took = time.monotonic() - begun
    if left_behind(mark):
        return "a process was left behind"
    printed = json.loads(out) if out else {}
    # A signal may come when the run has ended.
    codes = {_INTERRUPTED, trial.subject.code} if over else {_INTERRUPTED}
    if process.returncode not in codes:
        return f"the exit code is {process.returncode}: {said[-300:]}"
    if took > _MAX_SECONDS:
        return f"it took {took:.1f} s"
    saved = json.loads((trial.folder / "solution.json").read_text(encoding="utf-8"))
    return "" if saved["solution"] == printed["solution"] else "what is saved was not printed"


def starved(trial: Trial) -> str:
    """Let no file grow beyond a random size, from a random instant on: as on a full disk."""
    process = trial.subject.solve(trial.folder)
    wait_for(trial.folder / "lock", process)
    random_moment(trial.subject, trial.rng)
    most = trial.rng.choice((0, trial.rng.randrange(3_000), trial.rng.randrange(300_000)))
    if process.poll() is None:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
    out, said = process.communicate()
    if process.returncode != trial.subject.code or not out:
        return f"the exit code is {process.returncode}: {said[-300:]}"
    if {**json.loads(out), "seconds": 0} != {**trial.subject.solution, "seconds": 0}:
        return "the answer differs from that of an undisturbed run"
    if said.count(_NOT_SAVED) > 1 + said.count("being saved again"):
        return "it was said more than once"
    return _unreadable(trial.folder, said, is_proved=not process.returncode)


def _unreadable(folder: Path, said: str, *, is_proved: bool) -> str:
    """Whether the last checkpoint that was acknowledged can no longer be read."""
    stored = {one.name: one.content for one in Checkpoints(folder).latest_first()}
    numbers = list(map(int, _KEPT.findall(said)))
    if any(content is None for content in stored.values()):
        return "a checkpoint is damaged"
    is_missing = bool(numbers) and f"checkpoint-{numbers[-1]:06d}" not in stored
    if is_missing and not (is_proved and read_run(folder).has_ended):
        return "the latest checkpoint is missing"
    return ""  # what is proved and saved has no checkpoints any more


def damaged(trial: Trial) -> str:
    """Flip a bit of a file of a run, or cut it, and read the run as `show` and `resume` do."""
    source = trial.folder.with_name(f"whole-{trial.subject.name}")
    shutil.copytree(source, trial.folder)
    whole = {one.name: one.content for one in Checkpoints(trial.folder).latest_first()}
    files = [path for path in sorted(trial.folder.iterdir()) if path.name not in _OTHER_FILES]
    path = trial.rng.choice(files)
    data = bytearray(path.read_bytes())
    place = trial.rng.randrange(len(data))
    if trial.rng.random() < 1 / 2:
        data[place] ^= 1 << trial.rng.randrange(8)
    else:
        del data[place:]
    path.write_bytes(bytes(data))
    try:
        noticed = bool(read_run(trial.folder).faults)
        loaded = _resumed(trial.folder)
    except SettingsError:
        noticed, loaded = path.name == "run.json", []
    if not noticed:
        return f"the damage of {path.name} at {place} was not noticed"
    wrong = [content for content in loaded if content not in whole.values()]
    return f"the damage of {path.name} at {place} was loaded" if wrong else ""


def _resumed(folder: Path) -> list[bytes]:
    """The checkpoints that a resumed run would continue from."""
    record = Record(RunFolder.opened(folder))
    try:
        return list(record.resume())
    finally:
        record.close()


def contested(trial: Trial) -> str:
    """Let two processes have one folder, and take over the lock of one that was killed."""
    process = trial.subject.solve(trial.folder)
    wait_for(trial.folder / "run.json", process)
    begun = time.monotonic()
    try:
        RunFolder.opened(trial.folder).lock.release()
        return "a second process was let in"
    except SettingsError:
        if time.monotonic() - begun > _REFUSAL_SECONDS:
            return "the refusal took too long"
    finally:
        _end(process)
    begun = time.monotonic()
    try:
        RunFolder.opened(trial.folder).lock.release()
    except SettingsError as error:
        return f"the lock of a killed process was not taken over: {error}"
    return "" if time.monotonic() - begun < _MAX_SECONDS else "taking over took too long"


def _end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.communicate()
