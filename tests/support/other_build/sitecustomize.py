"""The compiled modules of another build in the place of the installed ones, in every process.

Python imports this file when it starts, if its folder is on PYTHONPATH: so do the processes that
tests start. SYMPLEX_BUILD is the folder of the build (`make asan`, `make anywhere`).
"""

import os
import sys
from importlib.util import spec_from_file_location
from pathlib import Path

MODULES = {"symplex.numerics.evaluation._core", "symplex.propose.policy._sampler"}


class OtherBuild:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in MODULES:
            return None
        (file,) = Path(os.environ["SYMPLEX_BUILD"]).glob(f"{name.rpartition('.')[2]}.*.so")
        return spec_from_file_location(name, file)


sys.meta_path.insert(0, OtherBuild)
