"""Which version of SymPlex is installed."""

from importlib.metadata import version
from typing import Final

VERSION: Final = version("symplex")
