"""A physics-informed Kolmogorov–Arnold network, by pykan, and the formula that it reads off.

Owns the training on residuals and the reading of a formula within a time. The network, its splines
and its fits are pykan's.
"""

from symplex_benchmarks.rivals.kan.kan import KAN as KAN
