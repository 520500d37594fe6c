"""What people meet: the command line, the workbench, reports, notebooks, runs on many processes.

Owns everything that prints, serves or draws a page, and what a user may ask. Solves nothing itself.
"""
