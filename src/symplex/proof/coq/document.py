"""The whole Coq file: statement, facts about real functions, lemmas, theorem."""

from collections.abc import Mapping
from importlib.resources import files

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.proof.coq.claims import (
    checked_margins,
    closed_domain,
    definedness,
    definitions,
    domain_margins,
    free_names,
    margins_of,
    proposition,
    ranges,
    sign_text,
)
from symplex.proof.coq.derivations import Derivations, derivations, lemmas, to_forms
from symplex.proof.coq.identities import identity
from symplex.proof.coq.statement import FormalClause, FormalStatement, Margin, statement_of
from symplex.proof.coq.unfolding import unfolded


def coq_file(problem: Problem, answer: Mapping[str, Expression]) -> str:
    """The text of a Coq file that states that the answer solves the problem, and proves it.

    Whether it does is for ``coqc`` to say: a wrong answer gives a file that is not accepted.

    Raises:
        ExpressionError: for a formula that is not smooth or plainly undefined, for fitted
            constants, and if it is not known where the formulas of the problem end.
    """
    statement = statement_of(problem, answer)
    made = derivations(statement)
    prelude = files("symplex.proof.coq").joinpath("prelude.v").read_text(encoding="utf-8")
    head, mark, facts = prelude.partition("(* Rules of differentiation. *)")
    claims = [
        *definedness(statement),
        *(proposition(statement, part) for part in statement.parts),
    ]
    proofs = [
        *_definedness_proof(statement),
        *(_proof(made, part) for part in statement.parts),
    ]
    paragraphs = [
        f"(* Written by SymPlex; check it with: coqc FILE.v. The statement comes first. *)\n{head}",
        "(* The answer; its derivatives; that they exist. *)",
        *definitions(statement),
        *_bounded(statement),
        *claims,
        f"(* ----- Everything below is proof. ----- *)\n{mark}{facts}",
        *lemmas(made),
        *proofs,
        _theorem(statement),
    ]
    return "\n".join(paragraphs) + "\n"


def _bounded(statement: FormalStatement) -> list[str]:
    """A sentence where the statement ends, and no condition says so."""
    if not statement.bounded:
        return []
    names = ", ".join(statement.names.symbols[name] for name in statement.bounded)
    return [f"(* The domain ends in {names} where the problem's own formulas end. *)"]


def _theorem(statement: FormalStatement) -> str:
    first = [closed_domain(statement).name] if domain_margins(statement) else []
    names = [*first, *(part.name for part in statement.parts)]
    proof = f"{names[-1]}_holds"
    for name in reversed(names[:-1]):
        proof = f"(conj {name}_holds {proof})"
    claim = " /\\ ".join(names)
    return f"Theorem solved : {claim}.\nProof. exact {proof}. Qed.\nPrint Assumptions solved."


def _definedness_proof(statement: FormalStatement) -> list[str]:
    part, margins = closed_domain(statement), domain_margins(statement)
    if not margins:
        return []
    signs = "repeat apply conj; sx_unfold; solve [sx_sign]."
    return [_lemma(part, [_opening(statement, part), signs])]


def _opening(statement: FormalStatement, part: FormalClause) -> str:
    free = free_names(statement, part)
    boxes = [f"B{index + 1}" for index in range(len(ranges(statement, part)))]
    taken = f" intros {' '.join((*free, *boxes))}." if free else ""
    return f"unfold {part.name}.{taken}"


def _lemma(part: FormalClause, lines: list[str]) -> str:
    body = "\n  ".join(lines)
    return f"Lemma {part.name}_holds : {part.name}.\nProof.\n  {body}\nQed."


def _proof(made: Derivations, part: FormalClause) -> str:
    statement = made.statement
    names = statement.names
    lines = [_opening(statement, part)]
    left, right, margins = _goal(made, part)
    for index, margin in enumerate(margins):
        lines.append(f"assert (M{index + 1} : {sign_text(margin, names)}) by (sx_unfold; sx_sign).")
    facts = [f"M{index + 1}" for index in range(len(margins))]
    point = names.arguments(part.values)
    if part.differentiates:
        near = "I"
        for index in reversed(range(len(made.margins))):
            near = f"(conj M{index + 1} {near})"
        lines.append(f"assert (N : near {point}) by exact {near}.")
    existing = [one for one in part.derivatives if one.order]
    for one in existing:
        lines.append(f"split; [exact ({names.function(one)}_exist {point} N) |].")
    forms = to_forms(made, part.derivatives, point)
    for _ in margins_of(statement, part):
        lines.append(f"split; [{forms}; sx_unfold; solve [sx_sign] |].")
    lines.append(f"{forms}; sx_unfold.")
    lines += identity([left, right, *(margin for margin, _ in margins)], names, facts)
    return _lemma(part, lines)


def _goal(made: Derivations, part: FormalClause) -> tuple[Expression, Expression, list[Margin]]:
    """Both sides as formulas of variables alone, unfolded, and what is to be shown of signs."""
    sides = [part.at(unfolded(side.substitute(made.trees))) for side in (part.left, part.right)]
    near = (
        [(part.at(formula), rule) for formula, rule in made.margins] if part.differentiates else []
    )
    own = [margin for margin in checked_margins(sides, part) if margin not in near]
    return sides[0], sides[1], [*near, *own]
