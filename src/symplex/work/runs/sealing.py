"""JSON that carries its own SHA-256: what was changed after it was written is noticed.

Owns the form. Reading writes the content again and compares the two, so that not even a change
that means the same (`1e-5` and `1E-5`) passes.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from symplex.work.runs.damage import DamagedError

_KEY = "sha256"


def sealed(content: Mapping[str, Any], indent: int | None = None) -> str:
    """The content as JSON, with its checksum as the last entry."""
    return _written({**content, _KEY: _checksum(content)}, indent)


def unsealed(text: str, indent: int | None = None) -> dict[str, Any]:
    """What `sealed` wrote, in the same form.

    Raises:
        DamagedError: if it is not that.
    """
    try:
        content = json.loads(text)
        del content[_KEY]
        again = sealed(content, indent)
    except (KeyError, TypeError, ValueError, RecursionError):
        raise DamagedError("is not what was written") from None
    if again != text:
        raise DamagedError("is damaged: its checksum differs")
    return content


def _written(content: Mapping[str, Any], indent: int | None) -> str:
    separators = (",", ":") if indent is None else None
    return json.dumps(content, indent=indent, separators=separators)


def _checksum(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(_written(content, None).encode()).hexdigest()
