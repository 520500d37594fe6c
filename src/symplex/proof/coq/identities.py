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
from symplex.proof.coq.basis import (
    Multiples,
    canonical,
    is_double_arc,
    logarithm_of,
    multiples,
    positive_factors,
    root_parts,
)
from symplex.proof.coq.terms import CoqNames, argument, term


@final
@dataclass
class _Script:
    """Lines of a proof, and the relations that hold between the functions in the goal."""

    names: CoqNames
    lines: list[str] = field(default_factory=list[str])
    relations: list[str] = field(default_factory=list[str])
    alike: list[str] = field(default_factory=list[str])
    """Equations between inner functions of equal arguments."""
    rewritings: dict[str, int] = field(default_factory=dict[str, int])
    """Equations by which the goal is to be rewritten, with the size of what they rewrite."""
    count: int = 0

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    @property
    def equal(self) -> str:
        """The tactic that proves an identity of fields modulo the relations known by now."""
        known = f" [{' '.join(self.relations)}]" if self.relations else ""
        return f"simpl INR; unfold Rdiv in *; field{known}; sx_side"

    def relate(self, text: str, proof: str) -> str:
        name = self.fresh("Q")
        self.lines.append(f"assert ({name} : {text}) by {proof}.")
        self.relations.append(name)
        return name

    def show(self, node: Expression, new: str) -> str | None:
        """Assert that a function of an argument is that of another one, if it looks different."""
        word = _word(node)
        old = argument(node.arguments[0], self.names)
        if old == new:
            return None
        name = self.fresh("A")
        inner = "".join(f"rewrite ?{one}; " for one in reversed(self.alike))
        proof = f"apply f_equal; {inner}sx_values; {self.equal}"
        self.lines.append(f"assert ({name} : {word} {old} = {word} {new}) by ({proof}).")
        return name

    def rewrite(self, node: Expression, new: str) -> None:
        """As `show`, and use it in the goal."""
        name = self.show(node, new)
        if name is not None:
            self.rewritings[name] = node.size


def identity(trees: Sequence[Expression], names: CoqNames, facts: Sequence[str]) -> list[str]:
    """The script for a goal ``left = right``.

    Args:
        trees: Both sides as they stand in the goal, unfolded, and the formulas of the facts.
        names: What things are called.
        facts: The names of hypotheses that tell what is not zero.
    """
    script = _Script(names)
    found = _nodes(trees)
    _alike(script, found)
    _undo(script, [node for node in found if _is_undone(node)])
    ways = _multiples(script, found)
    # The laws of roots and the facts are rewritten together with the goal.
    carried = [*facts, *script.relations]
    script.relations = [f"R{name}" for name in script.relations]
    script.lines += [f"generalize {' '.join(carried)}."] if carried else []
    # What contains others goes first: rewriting those would change how it looks.
    outer_first = sorted(script.rewritings.items(), key=lambda pair: -pair[1])
    script.lines += [f"rewrite ?{name}." for name, _ in outer_first]
    script.lines.append("sx_parts.")
    _laws(script, ways)
    taken = [f"R{name}" for name in carried]
    script.lines += (
        [f"intros {' '.join(taken)}.", f"{script.equal}."] if taken else [f"{script.equal}."]
    )
    return script.lines


def _nodes(trees: Sequence[Expression]) -> list[Expression]:
    """Every node, also of what roots and arcs will be written as; inner ones first."""
    found = dict.fromkeys(node for tree in trees for node in nodes(tree))
    for node in tuple(found):
        if node.root is SQRT:
            parts = root_parts(node.arguments[0])
            made = canonical(node.arguments[0]).tree() if parts is None else parts[1]
            found |= dict.fromkeys(nodes(made))
        elif node.root is ATAN:
            found |= dict.fromkeys(nodes(canonical(node.arguments[0]).tree()))
    return sorted(found, key=lambda node: node.size)


def _is_undone(node: Expression) -> bool:
    return node.root is EXP and node.arguments[0].root is LOG


def _undo(script: _Script, found: Sequence[Expression]) -> None:
    """exp(log(b)) is b."""
    for node in found:
        name = script.fresh("A")
        base = term(node.arguments[0].arguments[0], script.names)
        proof = "apply exp_ln; sx_sign"
        script.lines.append(f"assert ({name} : {term(node, script.names)} = {base}) by ({proof}).")
        script.rewritings[name] = node.size


def _alike(script: _Script, found: Sequence[Expression]) -> None:
    """Functions of equal arguments are written alike."""
    for node in found:
        if node.root not in (EXP, SIN, COS, LOG, ATAN, ERF, SQRT):
            continue
        made = argument(canonical(node.arguments[0]).tree(), script.names)
        if node.root is SQRT:
            _root(script, node, made)
            continue
        name = script.show(node, made)
        script.alike += [name] if name is not None else []
        if node.root in (ATAN, ERF) and name is not None:
            script.rewritings[name] = node.size
        elif node.root is LOG:
            script.rewrite(node, _product(script, node.arguments[0]) or made)


def _root(script: _Script, node: Expression, made: str) -> None:
    """A root brings its law."""
    parts = root_parts(node.arguments[0])
    if parts is not None:
        _scaled_root(script, node, *parts)
        return
    inside = term(node.arguments[0], script.names)
    law = f"{term(node, script.names)} ^ 2 = {inside}"
    known = script.relate(law, "(apply sx_sqrt_square; sx_sign)")
    name = script.show(node, made)
    if name is not None:
        alike = "".join(f"rewrite ?{one}; " for one in reversed(script.alike))
        script.alike.append(name)
        script.rewritings[name] = node.size
        law = f"sqrt {made} ^ 2 = {made}"
        proof = f"rewrite <- {name}; rewrite {known}; {alike}sx_values; {script.equal}"
        script.relate(law, f"({proof})")


def _scaled_root(
    script: _Script, node: Expression, outside: Expression, inside: Expression
) -> None:
    """The root of k²·b is k times that of b, where k is not negative."""
    k, b = (argument(part, script.names) for part in (outside, inside))
    old = argument(node.arguments[0], script.names)
    name = script.fresh("A")
    alike = "".join(f"rewrite ?{one}; " for one in reversed(script.alike))
    proof = (
        f"replace {old} with ({k} ^ 2 * {b}) by ({alike}sx_values; {script.equal}); "
        "apply sx_sqrt_scale; sx_sign"
    )
    script.lines.append(f"assert ({name} : sqrt {old} = {k} * sqrt {b}) by ({proof}).")
    script.alike.append(name)
    script.rewritings[name] = node.size
    script.relate(f"sqrt {b} ^ 2 = {b}", "(apply sx_sqrt_square; sx_sign)")


def _word(node: Expression) -> str:
    root = node.root
    return "ln" if root is LOG else root.name if isinstance(root, Operator) else ""


def _product(script: _Script, inner: Expression) -> str | None:
    """The argument of a logarithm as a product of powers: the logarithm is then a sum."""
    factors = positive_factors(inner)
    if factors is None:
        return None
    text = "1"
    for count, part in reversed(factors):
        power = f"{argument(part, script.names)} ^ {abs(count)}"
        text = f"{power if count > 0 else f'/ {power}'} * ({text})"
    return f"({text})"


def _multiples(script: _Script, found: Sequence[Expression]) -> list[tuple[Operator, Expression]]:
    """Arguments of exp, cos and sin as whole multiples; the functions and their parts."""
    parts: dict[tuple[Operator, Expression], None] = {}
    for rows, turning in (((EXP,), False), ((COS, SIN), True)):
        chosen = [node for node in found if node.root in rows and not _is_undone(node)]
        inner = list(dict.fromkeys(node.arguments[0] for node in chosen))
        ways = multiples([canonical(one) for one in inner], turning=turning)
        by_argument = dict(zip(inner, ways, strict=True))
        for node in chosen:
            way = by_argument[node.arguments[0]]
            script.rewrite(node, _sum(script, way))
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
            if part != apply("pi") / 2 and not is_double_arc(part):
                script.relate(f"sin {text} ^ 2 = 1 - cos {text} ^ 2", "apply sx_sin_square")
            continue
        base, power = logarithm_of(part)
        if base is None:
            script.lines.append(f"assert (0 < exp {text}) by apply exp_pos.")
        elif power > 1:
            law = f"exp {text} ^ {power} = {term(base, script.names)}"
            script.relate(law, f"(sx_root {power}%nat; sx_sign)")
