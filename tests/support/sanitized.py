"""A pytest plugin for `make asan`: modules built with sanitizers in the place of the usual ones."""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

MODULES = {
    "symplex.evaluation._core": "SYMPLEX_SANITIZED_CORE",
    "symplex.policy._sampler": "SYMPLEX_SANITIZED_SAMPLER",
}


def _load(name: str, path: str) -> None:
    spec = spec_from_file_location(name, path)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


for module_name, variable in MODULES.items():
    _load(module_name, os.environ[variable])
