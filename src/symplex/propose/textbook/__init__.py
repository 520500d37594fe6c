"""The methods of the textbook: each reads a problem and proposes formulas or smaller problems.

Owns what a textbook would try by hand. Nothing here searches, fits or proves: constants are found
by algebra or by a fit, smaller problems are solved by whoever schedules searches, and every answer
is proved for the original problem.
"""
