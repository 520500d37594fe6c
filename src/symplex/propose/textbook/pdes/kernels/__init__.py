"""Kernels against integrable data: linear parabolic equations, solved by the heat kernel.

`canonical` brings an equation to the heat equation, `shapes` and `pieces` read the data, `driven`
takes off what walls and sources give, `faces` continues data beyond a wall, `spread` integrates
them against the kernel, `lines` does all this for one variable of space and `method` for a problem.
"""
