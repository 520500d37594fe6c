"""Whether a proved answer is the only one, and among which functions: by theorems with names.

Each theorem checks its hypotheses exactly, by the kernel's signs and ranges, and is silent where
one is not shown. Nothing here makes an answer exact: that is the kernel's business alone.
"""
