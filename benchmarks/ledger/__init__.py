"""The ledger: what the program says of every attack, true answer and benchmark problem, row by row.

It shows what a change changed. `questions` lists what is asked, `rows` answers it, `book` keeps the
rows in a file, `comparison` tells two such files apart, and `checkouts` has another checkout write
its own. `verdicts` keeps what was said of attacks and true answers in a committed file, as long as
the `key` of what it rests on stands. ``python -m ledger`` is the command line.
"""
