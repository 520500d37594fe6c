"""Claims in which a word was changed, and whether what they say is certainly false.

Truth is decided at sampled points by the kernel's ranges with many digits, not by the checker's.
"""

from dataclasses import replace
from fractions import Fraction

from flint import ctx

from symplex.expression import Expression, number, symbol
from symplex.expression.operator_facts import limits_of, nodes
from symplex.expression.operators import Rule
from symplex.expression.ranges import exact, range_of
from symplex.expression.rewriting import Rewriting
from symplex.proof.kernel.region import Ends, Fact
from symplex.proof.kernel.signs import breaks, obeys

_POINTS = 60


def is_false(claim, rng):
    """Whether some point is certainly a counterexample."""
    with ctx.workprec(300):
        return any(_is_broken(claim, _point(claim, rng)) for _ in range(_POINTS))


def _frozen(formula):
    """Unknowns as symbols of their own."""
    return formula.substitute({d: symbol(repr(d)) for d in formula.derivatives})


def _is_broken(claim, point):
    facts = claim.region.facts
    inside = all(obeys(range_of(fact.formula, point), fact.rule) for fact in facts)
    if not inside or not all(_is_defined(fact.formula, point) for fact in facts):
        return False
    if claim.formula is None:
        return True
    formula = _frozen(claim.formula)
    if not _is_defined(formula, point):
        return False
    value = range_of(formula, point)
    return obeys(value, Rule.NONZERO) if claim.rule is None else breaks(value, claim.rule)


def _is_defined(formula, point):
    return all(obeys(range_of(margin, point), rule) for margin, rule in limits_of(formula))


def _point(claim, rng):
    """A point of the box, inside or an end that belongs to it; other symbols have any value."""
    symbols = _frozen(claim.formula).symbols if claim.formula else ()
    found = {name: exact(Fraction(rng.randint(-99, 99), 25)) for name in symbols}
    for name, ends in claim.region.ends.items():
        low, high = (None if end is None else range_of(end, {}) for end in (ends.low, ends.high))
        part = Fraction(rng.randint(1, 999), 1000)
        if low and high:
            found[name] = low * exact(1 - part) + high * exact(part)
        elif low or high:
            step = exact(part / (1 - part) * 3)
            found[name] = low + step if low else high - step
        else:
            found[name] = exact(Fraction(rng.randint(-999, 999), rng.choice((7, 100, 999))))
        closed = [
            end for end, out in ((low, ends.low_open), (high, ends.high_open)) if end and not out
        ]
        if closed and rng.random() < 0.3:
            found[name] = rng.choice(closed)
    return found


def changed_record(claim, rng):
    """The same claim, shown in another way."""
    return claim._replace(how=_changed(claim.how, rng))


def _changed(word, rng):  # noqa: PLR0911 (one case for each kind of word)
    match word:
        case Rewriting(generators, rules):
            if rules and rng.random() < 0.6:
                node = rng.choice(list(rules))
                return Rewriting(generators, {**rules, node: _changed(rules[node], rng)})
            return Rewriting(_changed(generators, rng), rules)
        case tuple() | list() if word and rng.random() < 0.1:
            at = rng.randrange(len(word))
            return type(word)([*word[:at], *word[at + 1 :]])
        case tuple() | list() if word:
            at = rng.randrange(len(word))
            return type(word)([*word[:at], _changed(word[at], rng), *word[at + 1 :]])
        case Fraction() | int():
            return rng.choice((word + 1, word - 1, -word, 2 * word))
        case Expression():
            return _other(word, rng)
        case _:
            return rng.choice((None, "x", 0))


def _other(formula, rng):
    """A formula that means something else, or is a part of it."""
    inner = rng.choice([*nodes(formula), formula])
    return rng.choice((-formula, formula * 2, formula + 1, formula - number(Fraction(1, 7)), inner))


def changed_formula(claim, rng):
    """Something else claimed, with the old record."""
    return claim if claim.formula is None else claim._replace(formula=_other(claim.formula, rng))


def changed_rule(claim, rng):
    """Another rule claimed of the same formula."""
    others = [rule for rule in (*Rule, None) if rule is not claim.rule]
    return claim if claim.formula is None else claim._replace(rule=rng.choice(others))


def changed_ends(claim, rng):
    """A larger or a closed box."""
    if not claim.region.ends:
        return claim
    name = rng.choice(list(claim.region.ends))
    old = claim.region.ends[name]
    new = rng.choice(
        (
            Ends(None, old.high, low_open=False, high_open=old.high_open),
            Ends(old.low, None, low_open=old.low_open, high_open=False),
            Ends(old.low, old.high, low_open=False, high_open=False),
            Ends(old.low and old.low - 1, old.high and old.high + 1, old.low_open, old.high_open),
        )
    )
    return claim._replace(region=claim.region.with_ends(name, new))


def changed_facts(claim, rng):
    """A fact dropped, weakened, moved or turned."""
    facts = list(claim.region.facts)
    if not facts:
        return claim
    at = rng.randrange(len(facts))
    fact = facts[at]
    facts[at : at + 1] = rng.choice(
        (
            [],
            [Fact(-fact.formula, fact.rule)],
            [Fact(fact.formula, Rule.NONNEGATIVE)],
            [Fact(fact.formula + 1, fact.rule)],
        )
    )
    return claim._replace(region=replace(claim.region, facts=tuple(facts)))


CHANGES = (changed_record, changed_formula, changed_rule, changed_ends, changed_facts)
LOCAL_CHANGES = (changed_ends, changed_facts)
"""Changes of the region."""
