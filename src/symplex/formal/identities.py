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
from symplex.formal.basis import Multiples, canonical, multiples
from symplex.formal.terms import Names, argument, term


@final
@dataclass
class _Script:
    """Lines of a proof, and the relations that hold between the functions in the goal."""

    names: Names
    lines: list[str] = field(default_factory=list[str])
    relations: list[str] = field(default_factory=list[str])
    count: int = 0

    def fresh(self) -> int:
        self.count += 1
        return self.count

    @property
    def equal(self) -> str:
        """The tactic that proves an identity of fields modulo the relations known by now."""
        known = f" [{' '.join(self.relations)}]" if self.relations else ""
        return f"simpl INR; unfold Rdiv; field{known}; sx_side"

    def relate(self, text: str, proof: str) -> None:
        name = f"Q{self.fresh()}"
        self.lines.append(f"assert ({name} : {text}) by {proof}.")
        self.relations.append(name)

    def replace(self, old: str, new: str) -> None:
        if old != new:
            name = f"A{self.fresh()}"
            self.lines.append(f"assert ({name} : {old} = {new}) by (apply f_equal; {self.equal}).")
            self.lines.append(f"rewrite ?{name}; clear {name}.")


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
            text = term(node, names)
            script.relate(
                f"{text} ^ 2 = {term(node.arguments[0], names)}",
                "(apply sx_sqrt_square; sx_sign)",
            )
    if facts:
        script.lines.append(f"generalize {' '.join(facts)}.")
    _exponentials(script, [node for node in found if node.root is EXP])
    _angles(script, [node for node in found if node.root in (SIN, COS)])
    for row in (LOG, ATAN, ERF, SQRT):
        _unified(script, row, [node for node in found if node.root is row])
    script.lines.append("intros.")
    script.lines.append(f"{script.equal}.")
    return script.lines


def _exponentials(script: _Script, found: Sequence[Expression]) -> None:
    arguments = [canonical(node.arguments[0]) for node in found]
    ways = multiples(arguments, turning=False)
    _replaced(script, "exp", found, ways)
    if found:
        script.lines.append("rewrite ?sx_exp_part, ?sx_exp_part_neg, ?exp_0.")
    parts = dict.fromkeys(part for way in ways for _, part in way.parts)
    for part in parts:
        text = argument(part, script.names)
        script.lines.append(f"assert (0 < exp {text}) by apply exp_pos.")
        _logarithm(script, part, text)


def _logarithm(script: _Script, part: Expression, text: str) -> None:
    """exp(log(b)/k)^k = b."""
    terms = canonical(part).terms
    for product, value in terms.items():
        if len(terms) == 1 and len(product) == 1 and product[0][0].root is LOG:
            base = term(product[0][0].arguments[0], script.names)
            power = value.denominator
            script.relate(f"exp {text} ^ {power} = {base}", f"(sx_root {power}%nat; sx_sign)")


def _angles(script: _Script, found: Sequence[Expression]) -> None:
    inner = list(dict.fromkeys(node.arguments[0] for node in found))
    ways = multiples([canonical(one) for one in inner], turning=True)
    by_argument = dict(zip(inner, ways, strict=True))
    for name, row in (("cos", COS), ("sin", SIN)):
        chosen = [node for node in found if node.root is row]
        _replaced(script, name, chosen, [by_argument[node.arguments[0]] for node in chosen])
    if found:
        script.lines.append("sx_angles.")
    for part in dict.fromkeys(part for way in ways for _, part in way.parts):
        if canonical(part) != canonical(apply("pi") / 2):
            text = argument(part, script.names)
            script.relate(f"sin {text} ^ 2 = 1 - cos {text} ^ 2", "apply sx_sin_square")


def _replaced(
    script: _Script, name: str, found: Sequence[Expression], ways: Sequence[Multiples]
) -> None:
    """Each function of an argument becomes the function of a sum of whole multiples."""
    for node, way in zip(found, ways, strict=True):
        inner = argument(node.arguments[0], script.names)
        if len(way.parts) == 1 and way.parts[0][0] == 1:
            made = argument(way.parts[0][1], script.names)
        else:
            made = f"({_sum(script, way)})"
        script.replace(f"{name} {inner}", f"{name} {made}")


def _sum(script: _Script, way: Multiples) -> str:
    text = "0"
    for count, part in reversed(way.parts):
        multiple = f"INR {abs(count)} * {argument(part, script.names)}"
        signed = multiple if count > 0 else f"- ({multiple})"
        text = f"{signed} + ({text})"
    return text


def _unified(script: _Script, row: Operator, found: Sequence[Expression]) -> None:
    """Functions of equal arguments are written alike; at 0 and 1 they have values."""
    name = "ln" if row is LOG else row.name
    for node in found:
        inner = argument(node.arguments[0], script.names)
        made = argument(canonical(node.arguments[0]).tree(), script.names)
        script.replace(f"{name} {inner}", f"{name} {made}")
    if found:
        script.lines.append("rewrite ?ln_1, ?atan_0, ?sx_erf_0, ?sqrt_0, ?sqrt_1.")
