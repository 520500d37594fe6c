"""The attack on the verifier: formulas that are almost right, and right ones in disguise.

From every true solution `mutants` derives answers that are wrong by construction and `forms`
answers that are the same function. `guard` checks both claims at 300 digits, independently of the
package's own proofs; `ledger` puts them before the verifier.
"""
