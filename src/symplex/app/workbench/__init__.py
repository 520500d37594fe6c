"""The workbench: a local page on which problems are written, solved, watched and compared.

Owns the page, what it may ask and how much of it, and the processes that search. Knows nothing of
how a search works: those processes are the program's own command line, and what is shown of them is
what they save. Nothing else imports it, but the command `serve`.
"""
