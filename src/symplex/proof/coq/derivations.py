"""The part of a proof that is about derivatives: each is what our own differentiation says.

Owns the formulas of all derivatives, the set ``near`` on which they hold, and one lemma for each
step from a derivative to the next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.expression import Derivative, Expression, Token
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.proof.coq.claims import inner_claims, sign_text
from symplex.proof.coq.statement import FormalStatement, Margin
from symplex.proof.coq.sums import Sum, derivative, expanded
from symplex.proof.coq.terms import term
from symplex.proof.coq.unfolding import unfolded


@final
@dataclass(frozen=True)
class Derivations:
    """The formula of every function and derivative of a statement."""

    statement: FormalStatement
    forms: Mapping[Derivative, Sum]
    margins: tuple[Margin, ...]
    """What must be positive or nonzero for all of them to be smooth."""

    @cached_property
    def trees(self) -> dict[Token, Expression]:
        """The formulas, to be put in the place of unknowns and derivatives."""
        return _trees(self.statement, self.forms)

    def form_name(self, one: Derivative) -> str:
        """The name of the formula of a derivative."""
        return f"form_{self.statement.names.function(one)}"


def derivations(statement: FormalStatement) -> Derivations:
    """All formulas that a proof needs."""
    forms: dict[Derivative, Sum] = {}
    margins: dict[Margin, None] = {}
    for name, formula in statement.functions.items():
        plain = unfolded(formula.substitute(_trees(statement, forms)))
        for margin, rule in limits_of(plain):
            margins[margin, Rule.NONZERO if rule is Rule.NONZERO else Rule.POSITIVE] = None
        forms[Derivative(name)] = expanded(plain)
        for one in statement.derivatives:
            if one.of == name:
                lower = forms[Derivative(name, one.by[:-1])]
                forms[one] = derivative(lower, one.by[-1])
    return Derivations(statement, forms, tuple(margins))


def _trees(statement: FormalStatement, forms: Mapping[Derivative, Sum]) -> dict[Token, Expression]:
    """An unknown itself is as it was written, since factors show signs that sums hide."""
    return {
        one: form.tree() if one.order else unfolded(statement.functions[one.of])
        for one, form in forms.items()
        if one.order or one.of in statement.answer
    }


def lemmas(made: Derivations) -> list[str]:
    """``near``, that it is open along each axis, and the lemmas about derivatives."""
    statement = made.statement
    names, point = statement.names, statement.names.arguments()
    signs = [sign_text(margin, names) for margin in made.margins]
    lines = [
        f"Definition near ({point} : R) : Prop :=\n  "
        + " /\\ ".join([*(f"({sign})" for sign in signs), "True"])
        + "."
    ]
    axes = dict.fromkeys(one.by[-1] for one in statement.derivatives)
    lines += [_open(made, axis) for axis in axes]
    for one, form in made.forms.items():
        lines.append(
            f"Definition {made.form_name(one)} ({point} : R) : R :=\n  {term(form.tree(), names)}."
        )
        lines.append(_step(made, one) if one.order else _base(made, one))
        lines += [] if one.order else _defined(made, one)
    return lines


def _facts(made: Derivations) -> str:
    """The pattern that takes ``near`` apart."""
    pattern = "_"
    for index in reversed(range(len(made.margins))):
        pattern = f"[N{index + 1} {pattern}]"
    return pattern


def _open(made: Derivations, axis: str) -> str:
    names, point = made.statement.names, made.statement.names.arguments()
    name = names.symbols[axis]
    steps = ""
    for index, (formula, rule) in enumerate(made.margins):
        lemma = "sx_near_nonzero" if rule is Rule.NONZERO else "sx_near_positive"
        function = f"(fun {name} => {term(formula, names)})"
        steps += (
            f"  apply filter_and; [apply ({lemma} {function}); "
            f"[eexists; sx_derive | exact N{index + 1}] |].\n"
        )
    return (
        f"Lemma near_{name} : forall {point} : R, near {point} ->\n"
        f"  locally {name} (fun {name} => near {point}).\n"
        f"Proof.\n  intros {point} {_facts(made)}. unfold near.\n{steps}"
        "  apply filter_forall; intro; exact I.\nQed."
    )


def _base(made: Derivations, one: Derivative) -> str:
    names, point = made.statement.names, made.statement.names.arguments()
    name, form = names.function(one), made.form_name(one)
    inner = sorted(made.statement.functions[one.of].derivatives, key=repr)
    steps = to_forms(made, inner, "_ " * len(names.point))
    return (
        f"Lemma {name}_is : forall {point} : R, near {point} -> {name} {point} = {form} {point}.\n"
        f"Proof.\n  intros {point} N. unfold {name}. {steps}.\n"
        f"  pose proof N as {_facts(made)}. unfold {form}. sx_unfold. sx_ring.\nQed."
    )


def _defined(made: Derivations, one: Derivative) -> list[str]:
    """Near a point, a flux is defined."""
    statement, names = made.statement, made.statement.names
    claims = inner_claims(statement, one.of)
    if not claims:
        return []
    name, point = names.function(one), names.arguments()
    inside = sorted(statement.fluxes[one.of].derivatives, key=repr)
    existing = [f"exact ({names.function(each)}_exist {point} N)" for each in inside if each.order]
    sign = f"{to_forms(made, inside, point)}; sx_unfold; solve [sx_known | sx_sign]"
    steps = [*existing, *[sign] * (len(claims) - len(existing))]
    proof = "".join(f"split; [{step} |]. " for step in steps[:-1]) + f"{steps[-1]}."
    return [
        f"Lemma {name}_defines : forall {point} : R, near {point} -> {name}_defined {point}.\n"
        f"Proof.\n  intros {point} N. pose proof N as {_facts(made)}. unfold {name}_defined.\n"
        f"  {proof}\nQed."
    ]


def to_forms(made: Derivations, found: Sequence[Derivative], point: str) -> str:
    """The tactic that replaces unknowns and derivatives at a point by their formulas."""
    names = made.statement.names
    higher = [one for one in found if one.order]
    steps = [f"rewrite ?({names.function(one)}_is {point} N)" for one in higher]
    unfolding = [made.form_name(one) if one.order else names.function(one) for one in found]
    steps += [f"unfold {', '.join(unfolding)}"] if unfolding else []
    return "; ".join(steps) or "idtac"


def _step(made: Derivations, one: Derivative) -> str:
    names, point = made.statement.names, made.statement.names.arguments()
    lower = Derivative(one.of, one.by[:-1])
    axis = names.symbols[one.by[-1]]
    name, below = names.function(one), names.function(lower)
    form, form_below = made.form_name(one), made.form_name(lower)
    along = f"(fun {axis} => {form_below} {point})"
    nearby = f"apply (filter_imp (fun {axis} => near {point})); [| now apply near_{axis}]"
    exists = f"exists ({form} {point}); now apply {name}_derives."
    if lower.order or inner_claims(made.statement, one.of):
        lemma = f"{below}_{'exist' if lower.order else 'defines'}"
        exists = f"split; [{nearby}; intros; now apply {lemma} | {exists[:-1]}]."
    return (
        f"Lemma {name}_derives : forall {point} : R, near {point} ->\n"
        f"  is_derive (fun {axis} => {below} {point}) {axis} ({form} {point}).\n"
        f"Proof.\n  intros {point} N. apply (is_derive_ext_loc {along}).\n"
        f"  - {nearby}; intros; symmetry; now apply {below}_is.\n"
        f"  - pose proof N as {_facts(made)}. unfold {form_below}.\n"
        f"    eapply sx_equal; [sx_derive | unfold {form}; sx_ring].\nQed.\n"
        f"Lemma {name}_is : forall {point} : R, near {point} -> {name} {point} = {form} {point}.\n"
        f"Proof. intros; now apply is_derive_unique, {name}_derives. Qed.\n"
        f"Lemma {name}_exist : forall {point} : R, near {point} -> {name}_exists {point}.\n"
        f"Proof. intros {point} N. unfold {name}_exists. {exists} Qed."
    )
