"""The attack on the verifier's rules: wrong answers that break one hypothesis at a time.

Written against the contract alone, never against the verifier's code. `wrong` holds answers that
are wrong by construction, each with its reason; `right` holds true answers in unusual but
legitimate forms; `ledger` puts both before the verifier. `rescaled`, `rewritings` and `hostile` are
harnesses of their own: the same statements on other boxes, in other words, and input made to hang
or crash.
"""
