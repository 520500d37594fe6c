"""A pytest plugin for `make asan`: a core built with sanitizers in the place of the usual one."""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

NAME = "symplex.evaluation._core"


def _load(path: str) -> None:
    spec = spec_from_file_location(NAME, path)
    module = module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)


_load(os.environ["SYMPLEX_SANITIZED_CORE"])
