"""What can be seen of a solution whose values are known: products, symmetries, kinks, formulas.

Owns what is measured and the proposals that come of it. Nothing here is believed: whatever is
proposed is completed and proved as every other formula is.
"""
