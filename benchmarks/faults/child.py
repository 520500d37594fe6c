"""The command line in a process with faults: ``python -m faults.child LOG FIRED PLAN solve …``.

The plan is a JSON object: who has which fault, who is left out, and whether a reference is looked
for soon. The log tells who had turns, and the file FIRED is there once a fault has shown. Memory is
limited: what gets away takes no machine.
"""

import json
import resource
import sys
from pathlib import Path
from typing import Any, Final

from faults.injection import Fault, Turned, inject, inject_fault
from faults.workers import WORKERS, inject_worker
from symplex.app.cli.main import main as command
from symplex.solver.solution import by_values

_MEMORY: Final = 12 << 30
_EARLY: Final = 300
"""The candidates of the search before a reference is looked for, where that is to be soon."""


def main() -> int:
    """Trial a command with a fault, or see who has turns in it."""
    log, fired, plan, *arguments = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    turned = Turned()
    inject(turned.listening)
    given: dict[str, Any] = json.loads(plan)
    if given["early"]:
        by_values.AFTER = _EARLY
    for who in given["without"]:
        inject_fault(who, Fault.ABSENT, lambda: None)
    for who, fault in given["faults"].items():
        if who in WORKERS:
            inject_worker(who, Fault[fault], Path(fired))
        else:
            inject_fault(who, Fault[fault], Path(fired).touch)
    code = command(arguments)
    found = {"named": sorted(turned.named), "said": sorted(turned.said)}
    Path(log).write_text(json.dumps(found), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
