"""The part of a proof that is about one equation: an identity between two formulas.

Owns the script that brings functions of different arguments together and leaves the rest to
Coq's ``field``. Coq checks every step; a script that misleads it costs the proof, not the truth.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import final

from symplex.expression import Expression, Operator, apply
from symplex.expression.operator_facts import nodes
from symplex.expression.operators import ATAN, COS, ERF, EXP, LOG, SIN, SQRT
from symplex.formal.basis import Multiples, canonical, logarithm_of, multiples, positive_factors
from symplex.formal.terms import Names, argument, term


@final
@dataclass
class _Script:
    """Lines of a proof, and the relations that hold between the functions in the goal."""

    names: Names
    lines: list[str] = field(default_factory=list[str])
    relations: list[str] = field(default_factory=list[str])
    alike: list[str] = field(default_factory=list[str])
    """Equations between inner functions of equal arguments."""
    rewritings: list[str] = field(default_factory=list[str])
    """Equations by which the goal is to be rewritten, inner functions first."""
    count: int = 0

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    @property
    def equal(self) -> str:
        """The tactic that proves an identity of fields modulo the relations known by now."""
        known = f" [{' '.join(self.relations)}]" if self.relations else ""
        return f"simpl INR; unfold Rdiv; field{known}; sx_side"

    def relate(self, text: str, proof: str) -> None:
        name = self.fresh("Q")
        self.lines.append(f"assert ({name} : {text}) by {proof}.")
        self.relations.append(name)

    def show(self, letter: str, old: str, new: str, proof: str = "") -> str | None:
        """Assert an equation; by equal arguments if nothing else is said."""
        if old == new:
            return None
        name = self.fresh(letter)
        inner = "".join(f"rewrite ?{one}; " for one in reversed(self.alike))
        argued = proof or f"apply f_equal; {inner}{self.equal}"
        self.lines.append(f"assert ({name} : {old} = {new}) by ({argued}).")
        return name


def identity(trees: Sequence[Expression], names: Names, facts: Sequence[str]) -> list[str]:
    """The script for a goal ``left = right``.

    Args:
        trees: Both sides as they stand in the goal, unfolded, and the formulas of the facts.
        names: What things are called.
        facts: The names of hypotheses that tell what is not zero.
    """
    script = _Script(names)
    found = list(dict.fromkeys(node for tree in trees for node in nodes(tree)))
    for node in found:
        if node.root is SQRT:
            inside = term(node.arguments[0], names)
            law = f"{term(node, names)} ^ 2 = {inside}"
            script.relate(law, "(apply sx_sqrt_square; sx_sign)")
    _alike(script, found)
    ways = _multiples(script, found)
    script.lines += [f"generalize {' '.join(facts)}."] if facts else []
    script.lines += [f"rewrite ?{name}." for name in reversed(script.rewritings)]
    script.lines.append("sx_parts.")
    _laws(script, ways)
    script.lines += ["intros.", f"{script.equal}."]
    return script.lines


def _alike(script: _Script, found: Sequence[Expression]) -> None:
    """Functions of equal arguments are written alike."""
    for node in found:
        if node.root in (EXP, SIN, COS, LOG, ATAN, ERF, SQRT):
            name = _word(node)
            old = f"{name} {argument(node.arguments[0], script.names)}"
            made = canonical(node.arguments[0]).tree()
            said = script.show("C", old, f"{name} {argument(made, script.names)}")
            if said is not None:
                script.alike.append(said)
                script.rewritings += [said] if node.root in (ATAN, ERF, SQRT) else []
            if node.root is LOG:
                _logarithm(script, node, old)


def _word(node: Expression) -> str:
    root = node.root
    return "ln" if root is LOG else root.name if isinstance(root, Operator) else ""


def _logarithm(script: _Script, node: Expression, old: str) -> None:
    """The logarithm of a product is a sum."""
    factors = positive_factors(node.arguments[0])
    if factors is None:
        made = f"ln {argument(canonical(node.arguments[0]).tree(), script.names)}"
        said = script.show("A", old, made)
    else:
        text = "1"
        for count, part in reversed(factors):
            power = f"{argument(part, script.names)} ^ {abs(count)}"
            text = f"{power if count > 0 else f'/ {power}'} * ({text})"
        inner = "".join(f"rewrite ?{one}; " for one in reversed(script.alike))
        said = script.show("A", old, f"ln ({text})", f"apply f_equal; {inner}{script.equal}")
    script.rewritings += [said] if said is not None else []


def _multiples(script: _Script, found: Sequence[Expression]) -> list[tuple[Operator, Expression]]:
    """Arguments of exp, cos and sin as whole multiples; the functions and their parts."""
    parts: dict[tuple[Operator, Expression], None] = {}
    for rows, turning in (((EXP,), False), ((COS, SIN), True)):
        chosen = [node for node in found if node.root in rows]
        inner = list(dict.fromkeys(node.arguments[0] for node in chosen))
        ways = multiples([canonical(one) for one in inner], turning=turning)
        by_argument = dict(zip(inner, ways, strict=True))
        for node in chosen:
            way = by_argument[node.arguments[0]]
            word = _word(node)
            old = f"{word} {argument(node.arguments[0], script.names)}"
            said = script.show("A", old, f"{word} {_sum(script, way)}")
            script.rewritings += [said] if said is not None else []
        parts |= {(rows[0], part): None for way in ways for _, part in way.parts}
    return list(parts)


def _sum(script: _Script, way: Multiples) -> str:
    if len(way.parts) == 1 and way.parts[0][0] == 1:
        return argument(way.parts[0][1], script.names)
    text = "0"
    for count, part in reversed(way.parts):
        multiple = f"INR {abs(count)} * {argument(part, script.names)}"
        signed = multiple if count > 0 else f"- ({multiple})"
        text = f"{signed} + ({text})"
    return f"({text})"


def _laws(script: _Script, parts: Sequence[tuple[Operator, Expression]]) -> None:
    """What is known of the functions of the parts."""
    for row, part in parts:
        text = argument(part, script.names)
        if row is COS:
            if canonical(part) != canonical(apply("pi") / 2):
                script.relate(f"sin {text} ^ 2 = 1 - cos {text} ^ 2", "apply sx_sin_square")
            continue
        base, power = logarithm_of(part)
        if base is None:
            script.lines.append(f"assert (0 < exp {text}) by apply exp_pos.")
        elif power > 1:
            law = f"exp {text} ^ {power} = {term(base, script.names)}"
            script.relate(law, f"(sx_root {power}%nat; sx_sign)")
