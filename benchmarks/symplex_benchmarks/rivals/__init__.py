"""Other methods for the same problems, run beside ours: what they find, and what it costs them.

Owns each rival behind one interface, `Rival`. Nothing of the solver imports them; they borrow its
evaluator, its policies and its language, so that no rival is weaker than it has to be.
"""
