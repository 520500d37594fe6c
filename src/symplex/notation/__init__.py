"""How statements and formulas are written elsewhere: LaTeX, SymPy, Python in; ten languages out.

Owns readers and printers. No proof imports it: what was read is a `Problem` like any other.
"""
