"""The statement in Coq: what a reader must read to know what was proved.

Owns the definitions of the answer, of its derivatives and of their existence, and one proposition
for each equation and condition. Nothing here is a proof.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import value_of
from symplex.expression.operator_facts import limits_of, short
from symplex.expression.operators import Rule
from symplex.proof.coq.domain import Ends
from symplex.proof.coq.statement import FormalClause, FormalStatement, Margin, margins_in
from symplex.proof.coq.terms import CoqNames, term
from symplex.reasons import Code, Reason
from symplex.sentences import sentence


def margins_of(statement: FormalStatement, part: FormalClause) -> list[Margin]:
    """Where the formulas of a part must be defined: of the answer, and of both sides."""
    of = {one.of for one in part.derivatives}
    trees = [part.at(formula) for name, formula in statement.answer.items() if name in of]
    sides = [part.left.substitute(part.fixed), part.right.substitute(part.fixed)]
    return checked_margins([*trees, *sides], part)


def checked_margins(trees: Iterable[Expression], part: FormalClause) -> list[Margin]:
    """The margins of formulas; a constant one is looked at now."""
    return _checked((margin for tree in trees for margin in margins_in(tree)), part)


def _checked(margins: Iterable[Margin], part: FormalClause) -> list[Margin]:
    found = dict.fromkeys(margins)
    for margin, rule in found:
        _require(margin, rule, part)
    return list(found)


def closed_domain(statement: FormalStatement) -> FormalClause:
    """Where the answer must be defined: the place of the equations, with its faces."""
    words = (Reason(Code.LINE_ANSWER_DEFINED), Reason(Code.PLACE_CLOSED_DOMAIN))
    text = ", ".join(map(sentence, words))
    return replace(statement.parts[0], name="answer_defined", text=text, is_open=False)


def domain_margins(statement: FormalStatement) -> list[Margin]:
    """What is to be shown on the closed domain for the answer to be defined there.

    A condition may be stated on no face at which the answer ends: 1/(1 - t) until t = 1.
    """
    found = (limit for formula in statement.answer.values() for limit in limits_of(formula))
    return _checked(found, closed_domain(statement))


def _require(margin: Expression, rule: Rule, part: FormalClause) -> None:
    if not margin.is_constant:
        return
    value = value_of(margin)
    if (
        value > 0
        or (value < 0 and rule is Rule.NONZERO)
        or (value == 0 and rule is Rule.NONNEGATIVE)
    ):
        return
    raise ExpressionError(
        f"a Coq file needs formulas that are defined at every point; {short(margin)} must be "
        f"{rule.value} for '{part.text}'"
    )


def sign_text(
    margin: Margin, names: CoqNames, values: Mapping[str, Expression] | None = None
) -> str:
    """A margin as a proposition."""
    formula, rule = margin
    inside = term(formula, names, values)
    match rule:
        case Rule.NONZERO:
            return f"{inside} <> 0"
        case Rule.POSITIVE:
            return f"0 < {inside}"
        case Rule.NONNEGATIVE:
            return f"0 <= {inside}"


def definitions(statement: FormalStatement) -> list[str]:
    """The answer, its derivatives, and that they exist."""
    names = statement.names
    binder = f"({names.arguments()} : R)" if names.point else ""
    lines: list[str] = []
    for name, formula in statement.functions.items():
        head = names.function(Derivative(name))
        lines.append(f"Definition {head} {binder} : R :=\n  {term(formula, names)}.")
        claims = inner_claims(statement, name)
        if claims:
            joined = " /\\\n  ".join(claims)
            lines.append(f"Definition {head}_defined {binder} : Prop :=\n  {joined}.")
        for one in statement.derivatives:
            if one.of == name:
                lines += _derivative(one, names, binder, is_defined=bool(claims))
    return lines


def inner_claims(statement: FormalStatement, name: str) -> list[str]:
    """What must hold for a flux to be defined: its derivatives exist, nothing is divided by 0."""
    if name not in statement.fluxes:
        return []
    names, formula = statement.names, statement.fluxes[name]
    inside = sorted(formula.derivatives, key=repr)
    claims = [f"{names.function(one)}_exists {names.arguments()}" for one in inside if one.order]
    trees = [statement.answer[one.of] for one in inside if one.of in statement.answer]
    margins = dict.fromkeys(m for tree in (*trees, formula) for m in margins_in(tree))
    return claims + [sign_text(margin, names) for margin in margins]


def _derivative(one: Derivative, names: CoqNames, binder: str, *, is_defined: bool) -> list[str]:
    """A derivative is that of a lower one, which must exist nearby."""
    last, lower = names.symbols[one.by[-1]], Derivative(one.of, one.by[:-1])
    below, name, point = names.function(lower), names.function(one), names.arguments()
    along = f"(fun {last} => {below} {point}) {last}"
    exists = f"ex_derive {along}"
    if lower.order or is_defined:
        nearby = f"{below}_{'exists' if lower.order else 'defined'} {point}"
        exists = f"locally {last} (fun {last} => {nearby}) /\\ {exists}"
    return [
        f"Definition {name} {binder} : R := Derive {along}.",
        f"Definition {name}_exists {binder} : Prop :=\n  {exists}.",
    ]


def proposition(statement: FormalStatement, part: FormalClause) -> str:
    """What a part claims, as a definition."""
    names = statement.names
    claims = [
        f"{names.function(one)}_exists {names.arguments(part.values)}"
        for one in part.derivatives
        if one.order
    ]
    claims += [sign_text(m, names, part.values) for m in margins_of(statement, part)]
    claims.append(f"{term(part.left, names, part.values)} = {term(part.right, names, part.values)}")
    return _definition(statement, part, claims)


def definedness(statement: FormalStatement) -> list[str]:
    """That the answer is defined on the closed domain; nothing where it is everywhere."""
    claims = [sign_text(margin, statement.names) for margin in domain_margins(statement)]
    return [_definition(statement, closed_domain(statement), claims)] if claims else []


def _definition(statement: FormalStatement, part: FormalClause, claims: list[str]) -> str:
    joined = " /\\\n    ".join(claims)
    where = "".join(f"{line} ->\n    " for line in ranges(statement, part))
    free = free_names(statement, part)
    quantifier = f"forall {' '.join(free)} : R,\n    " if free else ""
    head = f"(* {_comment(part.text)} *)\nDefinition {part.name} : Prop :="
    return f"{head}\n  {quantifier}{where}{joined}."


def _comment(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "")


def free_names(statement: FormalStatement, part: FormalClause) -> list[str]:
    """The variables and parameters over which a part quantifies."""
    names = statement.names
    return [names.symbols[name] for name in names.point if name in part.ranges]


def ranges(statement: FormalStatement, part: FormalClause) -> list[str]:
    """The box of a part, an interval for each variable that has one."""
    names = statement.names
    lines: list[str] = []
    for name in names.point:
        if name not in part.ranges:
            continue
        is_open = part.is_open and name in statement.problem.domain
        text = _interval(part.ranges[name], names.symbols[name], names, is_open=is_open)
        lines += [text] if text else []
    return lines


def _interval(ends: Ends, name: str, names: CoqNames, *, is_open: bool) -> str:
    """Where a variable lies; empty if it may be any number."""
    below, above = (
        "<" if is_open or left_out else "<=" for left_out in (ends.low_open, ends.high_open)
    )
    low = "" if ends.low is None else f"{term(ends.low, names)} {below} "
    high = "" if ends.high is None else f" {above} {term(ends.high, names)}"
    return f"{low}{name}{high}" if low or high else ""
