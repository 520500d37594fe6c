"""SSDE (Wei et al., 2025): a recurrent policy with genetic programming writes candidate solutions.

Owns the method and its settings. Points, fits and the network are the project's own.
"""

from symplex_benchmarks.rivals.ssde.settings import Mode as Mode
from symplex_benchmarks.rivals.ssde.settings import SSDESettings as SSDESettings
from symplex_benchmarks.rivals.ssde.ssde import SSDE as SSDE
