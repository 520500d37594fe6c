"""The page of a training: the learning curve, what was written, and what the policy looks at."""

from symplex.app.report.images import figure
from symplex.app.report.markup import Html, Part, joined, table, tag
from symplex.app.report.page import document
from symplex.app.training import Training

_MAX_CHANGES = 60


def training_html(training: Training) -> str:
    """One page of HTML for a training; it needs no other file.

    Raises:
        SettingsError: where matplotlib is missing.
    """
    name = training.problem.name or "unnamed problem"
    end = "proved" if training.solution else "not solved"
    badge = tag("span", end, class_=f"badge {'exact' if training.solution else 'none'}")
    first = f"Recipe {training.recipe}, seed {training.seed}, {len(training.epochs)} epochs."
    body = joined(
        tag("header", tag("h1", f"Training on {name} ", badge), tag("p", first)),
        tag("main", _answer(training), _curve(training), _changes(training), _samples(training),
            _tokens(training), _attention(training)),
    )  # fmt: skip
    return document(f"Training on {name}", body)


def _section(key: str, title: str, *parts: Part) -> Html:
    return tag("section", tag("h2", title), *parts, id=key)


def _answer(training: Training) -> Html:
    texts = training.to_json()["solution"]
    lines = [tag("p", tag("code", f"{name} = {text}")) for name, text in texts.items()]
    nothing = tag("p", "No formula was proved.")
    return _section("answer", "Answer", *(lines or [nothing]))


def _curve(training: Training) -> Html:
    from symplex.solver.pictures import learning_figure  # late: only who wants a picture draws

    words = "Best reward of the stage, entropy of a choice, share of distinct trees"
    drawn = figure(words, lambda theme: learning_figure(training.epochs, theme=theme))
    return _section("curve", "Learning curve", drawn)


def _changes(training: Training) -> Html:
    rows: list[tuple[Part, ...]] = []
    before = ("", "")
    for one in training.epochs:
        if one.best and (one.stage, one.best) != before:
            before = (one.stage, one.best)
            rows.append((one.stage, str(one.epoch), f"{one.reward:.4f}", tag("code", one.best)))
    listed = table(("stage", "epoch", "reward", "formula"), rows[-_MAX_CHANGES:], "The best so far")
    return _section("best", "The best formula as it changed", listed)


def _samples(training: Training) -> Html:
    rows: list[tuple[Part, ...]] = [
        (one.stage, str(one.epoch), joined(*(tag("p", tag("code", text)) for text in one.formulas)))
        for one in training.samples
    ]
    words = "What the policy wrote; constants are as they were drawn, before a fit"
    return _section("samples", "Samples", table(("stage", "epoch", "trees"), rows, words))


def _tokens(training: Training) -> Html | None:
    seen = training.seen
    if seen is None:
        return None
    rows: list[tuple[Part, ...]] = [
        (str(place + 1), tag("code", token), f"{probability:.3f}", str(choices))
        for place, (token, probability, choices) in enumerate(
            zip(seen.tokens, seen.insight.probabilities, seen.insight.choices, strict=True)
        )
    ]
    words = "The probability of each token of the best tree, given those before it"
    listed = table(("place", "token", "probability", "legal tokens"), rows, words)
    return _section("tokens", "The best tree, token by token", listed)


def _attention(training: Training) -> Html | None:
    from symplex.propose.policy.insight import by_relation
    from symplex.solver.pictures import Attention, attention_figure

    seen = training.seen
    shares = None if seen is None else by_relation(seen.insight)
    if seen is None or shares is None or seen.insight.attention is None:
        return None
    last = seen.insight.attention[-1].mean(axis=0)
    words = "What each choice looked at, and how much each relation counts (paper, figure 2)"
    looked = Attention("", last, shares)
    drawn = figure(words, lambda t: attention_figure(seen.tokens, looked, theme=t))
    return _section("attention", "Attention over the tree", drawn)
