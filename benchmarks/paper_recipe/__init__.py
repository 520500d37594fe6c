"""The paper's recipe on the paper's problems, and the step at which each run fails.

``python -m paper_recipe`` with `src` and `benchmarks` on Python's path.
"""
