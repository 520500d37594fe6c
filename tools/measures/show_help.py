"""Prints the help of many commands as one JSON list, in a process of its own."""

import contextlib
import io
import json
import os
import sys
from typing import Any


def shown(words: list[str]) -> dict[str, Any]:
    """What one command prints for `--help`, and whether it failed to."""
    from symplex.app.cli.main import main

    printed, errors = io.StringIO(), io.StringIO()
    code: object = 1
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        try:
            code = main([*words, "--help"])
        except SystemExit as end:
            code = end.code or 0
        except Exception as error:  # whatever is wrong, the house says so
            errors.write(f"{type(error).__name__}: {error}")
    return {"text": errors.getvalue() if code else printed.getvalue(), "failed": bool(code)}


if __name__ == "__main__":
    os.environ["COLUMNS"] = "200"
    # A script's own folder comes first in the path, where no module of the program is.
    sys.path.pop(0)
    # An editable installation would find its own sources before those of the checkout.
    sys.meta_path[:] = [f for f in sys.meta_path if "_editable" not in type(f).__module__]
    print(json.dumps([shown(words) for words in json.loads(sys.argv[1])]))
