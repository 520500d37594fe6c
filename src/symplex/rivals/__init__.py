"""Other methods for the same problems, run beside ours: what they find, and what it costs them.

Owns each rival behind one interface, `Rival`. Nothing of the solver imports this room; it borrows
the evaluator, the policies and the language, so that no rival is weaker than it has to be.
"""
