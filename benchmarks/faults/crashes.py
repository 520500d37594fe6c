"""The process itself dies in the middle of a saved run: `resume` goes on, and says what it was."""

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from faults.ingredients import named
from faults.injection import Fault
from faults.subjects import CUBIC, Subject
from faults.trials import environment, plan_of
from statements.runner import Timing, failures_of, json_object, ran
from symplex.work.boundary import Ingredient

CRASHES: Final = (Fault.SEGFAULT, Fault.KILL)
_LIMITS: Final = ("--max-candidates", "4000", "--seed", "1", "--checkpoint-every", "0.1")
_LONG: Final = 120.0


def crash_row(fault: Fault) -> dict[str, Any]:
    """What is written down about a run whose process dies, and which is then continued."""
    with tempfile.TemporaryDirectory(prefix="symplex-faults-") as name:
        place = Path(name, "runs", "one")
        given = plan_of({named(Ingredient.SEARCH): fault.name}, Subject("cubic", CUBIC))
        fired = Path(name, "fired")
        child = [sys.executable, "-m", "faults.child", str(Path(name, "log")), str(fired), given]
        program = [sys.executable, "-m", "symplex.app.cli.main"]
        died = ran(
            [*child, "solve", "-", *_LIMITS, "--output", str(place)], CUBIC, _LONG, environment()
        )
        listed = ran([*program, "runs", str(place.parent)], "", _LONG)
        going_on = ran([*program, "resume", str(place), "--json"], "", _LONG)
        whole = ran([*program, "solve", "-", *_LIMITS, "--json", "--no-save"], CUBIC, _LONG)
        lost = failures_of(going_on, Timing(_LONG, 0.0))
        if not fired.exists() or died.code >= 0:
            lost.append("the process did not die")
        if "symplex: the program had" not in going_on.errors:
            lost.append(f"nothing is said about the crash: {going_on.errors[-200:]}")
        if listed.output.split(" ")[0] not in ("crashed", "stopped"):
            lost.append(f"it is not listed: {listed.output[:100]}")
    answer, other = json_object(going_on.output) or {}, json_object(whole.output) or {}
    return {
        "who": fault.value,
        "fault": fault.name,
        "subject": "cubic",
        "status": answer.get("status", ""),
        "absent": other.get("status", ""),
        "over": 0.0,
        "lost": lost,
        "overrun": False,
        "mute": False,
        "wrong": answer.get("solution") != other.get("solution"),
        "notes": answer.get("notes", []),
        "errors": going_on.errors[-2000:],
    }
