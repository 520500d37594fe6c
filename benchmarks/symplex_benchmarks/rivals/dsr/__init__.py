"""DSR (Petersen et al., 2021): a formula for given values, by risk-seeking policy gradients.

Owns the regression alone; whose values they are (those of a network, say) is not known here.
"""

from symplex_benchmarks.rivals.dsr.dsr import DSR as DSR
from symplex_benchmarks.rivals.dsr.dsr import DSRSettings as DSRSettings
