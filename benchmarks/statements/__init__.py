"""Random well-formed statements of problems, and whether the command line survives each of them.

``python -m statements`` with `src` and `benchmarks` on Python's path (``make fuzz``).
"""
