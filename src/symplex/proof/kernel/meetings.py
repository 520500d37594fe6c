"""The sets on which pieces meet: where guards vanish, solved for variables.

Owns solving a guard for a symbol and describing the common points of pieces. A set that is larger
than the true one does no harm: what is shown on it holds on that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symplex.expression import Expression, apply
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of, short
from symplex.expression.operators import Rule
from symplex.proof.kernel.region import Fact, Region, Values, tokens_of
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code
from symplex.work.budget import Missing

Place = tuple[Values, Workspace]
"""Values of some symbols, and the region of the others."""
Root = tuple[Values, tuple[Fact, ...]]
"""Values of some symbols, and what holds wherever they are meant."""


def solved(guard: Expression, space: Workspace) -> list[Root]:
    """Values of symbols, one set for each part, that together cover the zeros of a guard.

    Each comes with facts: they hold at every zero of the guard, and the values are defined there.

    Raises:
        Missing: if the guard cannot be solved for a symbol.
    """
    variables = space.region.variables
    others = [name for name in space.region.ends if name not in variables]
    for names in (variables[::-1], others):
        tried = (_solved_for(name, guard, space) for name in names if name in guard.symbols)
        found = [roots for roots in tried if roots is not None]
        if found:  # Rather one that holds wherever the others do, and is defined everywhere.
            return min(found, key=lambda roots: (len(roots[0][1]), _margins(roots, space)))
    raise Missing(Code.MEETING_UNSOLVED, guard=short(guard))


def _margins(roots: Sequence[Root], space: Workspace) -> int:
    """How many formulas must obey a rule for the values to be defined."""
    (values, _) = roots[0]
    return sum(len(limits_of(value, space.budget)) for value in values.values())


def is_thin(guard: Expression, space: Workspace) -> bool:
    """Whether the zeros of a guard are shown to lie on surfaces, whatever the parameters are."""
    try:
        return all(set(v) <= set(space.region.variables) for v, _ in solved(guard, space))
    except Missing:
        return False


def _solved_for(name: str, guard: Expression, space: Workspace) -> list[Root] | None:
    """V = −b/a for a·v + b, and v = −b/2a ± √(b²/4a² − c/a) for a·v² + b·v + c."""
    parts = space.polynomial_in(guard, name)
    if parts is None or len(parts) not in (2, 3):
        return None
    if not space.signs.holds(parts[-1], Rule.NONZERO):
        return None
    if len(parts) == 2:  # noqa: PLR2004
        return [({name: space.normal(-parts[0] / parts[1])}, ())]
    half = space.normal(-parts[1] / (2 * parts[2]))
    square = space.normal(half**2 - parts[0] / parts[2])
    if not space.is_defined(square):
        return None
    # A real zero has a square that is not negative: where it is not, there is none. The slice
    # forgets the guard, so what follows from facts of the region is said again.
    known = space.on(replace(space.region, facts=())).signs.holds(square, Rule.NONNEGATIVE)
    facts = () if known else (Fact(square, Rule.NONNEGATIVE),)
    root = apply(op.SQRT, square)
    middle = None if space.is_zero(half) else half
    both = (root, -root) if middle is None else (middle + root, middle - root)
    return [({name: value}, facts) for value in both]


def overlap(guards: Sequence[Expression], space: Workspace) -> list[Place]:
    """The common points of pieces: values of symbols, and the region of the others.

    Empty if the pieces are shown not to meet.

    Raises:
        Missing: if the set on which they meet cannot be described.
    """
    both = space.region.with_facts(Fact(guard, Rule.NONNEGATIVE) for guard in guards)
    if _equalities(space.on(both)):
        return list(described({}, both, space))
    if space.on(both).is_empty:
        return []
    raise Missing(Code.MEETING_UNDESCRIBED)


def _equalities(space: Workspace) -> list[Expression]:
    """The formulas that facts f ≥ 0 and −f ≥ 0 make zero."""
    formulas = [fact.formula for fact in space.region.facts]
    return [
        one
        for index, one in enumerate(formulas)
        if any(space.is_zero(one + other) for other in formulas[index + 1 :])
        and not space.is_zero(one)
    ]


def described(
    values: Values, region: Region, space: Workspace, known: Sequence[Fact] = ()
) -> Iterator[Place]:
    """Solve what facts make zero, one symbol after the other."""
    slice_ = region.where(values).with_facts(known) if values else region
    part = space.on(slice_)
    # Facts that say 0 ≥ 0 are left out.
    weak = [f for f in part.region.facts if f.rule is Rule.NONNEGATIVE and part.is_zero(f.formula)]
    facts = tuple(fact for fact in part.region.facts if fact not in weak)
    part = space.on(replace(part.region, facts=facts))
    for equality in _equalities(part):
        try:
            choices = solved(equality, part)
        except Missing:
            if not values:
                raise
            continue  # A larger set than the true one: what is shown on it holds on that.
        for more, needed in choices:
            tokens = tokens_of(more)
            both = {n: v.substitute(tokens) for n, v in values.items()} | dict(more)
            before = (Fact(f.formula.substitute(tokens), f.rule) for f in known)
            yield from described(both, region, space, (*before, *needed))
        return
    if not part.is_empty:
        yield values, part
