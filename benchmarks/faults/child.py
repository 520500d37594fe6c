"""The command line in a process with faults: ``python -m faults.child LOG FIRED FAULTS solve …``.

The faults are a JSON object, by who has them; the log tells who had turns, and the file FIRED
is there once a fault has shown. Memory is limited: what gets away takes no machine.
"""

import json
import resource
import sys
from pathlib import Path
from typing import Final

from faults.injection import Fault, Turned, inject, inject_fault
from faults.workers import WORKERS, inject_worker
from symplex.cli.main import main as command

_MEMORY: Final = 12 << 30


def main() -> int:
    """Run a command with a fault, or see who has turns in it."""
    log, fired, faults, *arguments = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    turned = Turned()
    inject(turned.listening)
    for who, fault in json.loads(faults).items():
        (inject_worker if who in WORKERS else inject_fault)(who, Fault[fault], Path(fired))
    code = command(arguments)
    found = {"named": sorted(turned.named), "said": sorted(turned.said)}
    Path(log).write_text(json.dumps(found), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
