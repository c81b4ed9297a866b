"""Draws a table: one string of HTML and SVG from a view and words, for the page, print and the static picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from toolkit.core import words
from toolkit.core.match import Match, decode
from toolkit.ui.commands import suggestions

if TYPE_CHECKING:
    from toolkit.ui.session import Session

SEAT_CLASSES = ("sa", "sb", "sc", "sd", "se")
LINES = 40
"""So many lines of the log stay in the page."""


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Jinja with autoescape on everywhere: no text of a name, a card or a log line is ever markup."""
    from toolkit.games import NAMES

    loader = ChoiceLoader(
        [
            PackageLoader("toolkit.ui", "templates"),
            PrefixLoader({name: PackageLoader(f"toolkit.games.{name}", "") for name in NAMES}),
        ]
    )
    found = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals["memo"] = memo
    return found


@lru_cache(maxsize=4096)
def _kept(key: tuple[Any, ...]) -> list[Markup]:
    return []


def memo(*key: Any, caller: Callable[[], Markup]) -> Markup:
    """A part of a template that is drawn once for each key: `{% call memo("row", lang, labels) %}…{% endcall %}`.

    The key names all that the part depends on; it must be hashable.
    """
    kept = _kept(key)
    if not kept:
        kept.append(caller())
    return kept[0]


def attributes(**values: Any) -> Markup:
    """` data-name="…"` for every value: text as it is, anything else as JSON."""
    return Markup("").join(
        Markup(' data-{}="{}"').format(name, value if isinstance(value, str) else _json(value))
        for name, value in values.items()
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def seat_class(seat: int) -> str:
    """The class that gives an element its seat's colours."""
    return SEAT_CLASSES[seat] if seat >= 0 else "nobody"


class Words:
    """Words of one game and of the table, in one language, with the names of the seats."""

    def __init__(self, game: str, lang: str, names: tuple[str, ...]) -> None:
        self.game, self.lang, self.names = game, lang, names

    def t(self, key: str, **args: Any) -> str:
        """A text of the game."""
        return words.say(f"{self.game}.{key}", self.lang, self.names, **args)

    def w(self, key: str, **args: Any) -> str:
        """A text of the table."""
        return words.say(key, self.lang, self.names, **args)


def render(session: Session) -> str:
    """The scene of a session: toolbar, board, what is to be done, panels, log."""
    return environment().get_template(session.template).render(context(session) | session.extra())


def context(session: Session) -> dict[str, Any]:
    """All that the templates use."""
    view, say = session.view(), Words(session.name, session.lang, session.match.names)
    view = {**view, "eyes": session.eyes, "pick": session.pick}
    legal = session.legal()
    steps = session.steps()
    makers = _attribute_makers(steps, legal)
    return {
        "s": session,
        "game": session.name,
        "lang": session.lang,
        "other": next(lang for lang in words.LANGS if lang != session.lang),
        "v": view,
        "t": say.t,
        "w": say.w,
        "names": seat_names(session.match, session.lang),
        "legal": legal,
        "steps": steps,
        "mine": session.mine(),
        "acting": session.acting(),
        "bots": tuple(session.match.bots),
        "seat_class": seat_class,
        "lines": session.lines()[-LINES:],
        "log_length": len(session.match.log),
        "panels": panels(session),
        "refusal": words.say_phrase(session.refusal, session.lang, session.match.names) if session.refusal else "",
        "book": book(session) if session.book else (),
        "fields": fields(session) if session.book else (),
        **makers,
        **session.board.context(view, session.preview, say.t, say.w, lambda a: makers["act"](a) + makers["peek"](a)),
        "die_key": last_outcome(session, "rolled"),
        "spin_key": last_outcome(session, "spun"),
        "reach": reach(session),
        "question": question(session, say),
        "example": suggestions(session, legal)[0],
        "turns": lambda action: turns(session, action, say),
    }


def _attribute_makers(steps: Mapping[str, str], legal: list[dict[str, Any]]) -> dict[str, Callable[..., Any]]:
    """What makes an element act. A legal action carries its step; anything else is asked about instead."""
    known = {_frozen(action) for action in legal}

    def can(action: Mapping[str, Any]) -> bool:
        return _frozen(action) in known

    def step(action: Mapping[str, Any]) -> str:
        if action["type"] == "chance":
            return steps["-1"]
        return steps.get(str(action.get("seat", -2)), "")

    def act(action: Mapping[str, Any]) -> Markup:
        return attributes(action=action, step=step(action)) if can(action) else why(action)

    def why(action: Mapping[str, Any]) -> Markup:
        return attributes(why={"action": action})

    def drop(pairs: Mapping[str, Mapping[str, Any]], place: Any = None) -> Markup:
        """A place: what it takes of `pairs` (piece → action or message), and what it is to a piece’s why."""
        taken = {piece: do for piece, do in pairs.items() if "kind" in do or can(do)}
        found = attributes(drop=taken) if taken else Markup("")
        found += attributes(place=place) if place is not None else Markup("")
        at = next((step(do) for do in taken.values() if "type" in do), "")
        return found + attributes(step=at) if at else found

    def drag(piece: str, about: Mapping[str, Any] | None = None, field: str = "") -> Markup:
        """A piece; `about`: the action that is asked about where no place takes it, `field` what the place fills."""
        return attributes(drag=piece) + (attributes(about={"action": about, "field": field}) if about else Markup(""))

    def ask(action: Mapping[str, Any], field: str) -> Markup:
        return attributes(ask={"action": action, "field": field}, step=step(action))

    return {
        "act": act,
        "why": why,
        "ask": ask,
        "peek": lambda action: attributes(peek=action),
        "send": lambda message: attributes(send=message),
        "command": attributes(ask={"message": {"kind": "say"}, "field": "text"}),
        "face": face,
        "can": can,
        "drag": drag,
        "drop": drop,
    }


def _frozen(action: Mapping[str, Any]) -> Any:
    """An action as something that a set can hold."""
    return _json(dict(sorted(action.items())))


def last_outcome(session: Session, tag: str) -> int:
    """The ply of the last outcome of a kind: a die or spinner that is new in the page turns once."""
    log = session.match.log[: session.ply]
    tags = (type(action).__struct_config__.tag for action in reversed(log))
    return next((session.ply - back for back, found in enumerate(tags) if found == tag), 0)


def question(session: Session, say: Words) -> str:
    """What is asked before something that cannot be taken for granted: a cut, or the end of the game."""
    if session.confirm is None:
        return ""
    if session.confirm["action"].get("type") == "stop":
        return say.w("table.stop")
    return say.w("table.cut", n=len(session.match.log) - session.ply)


def reach(session: Session) -> list[tuple[int, float, str]]:
    """Cells where the panel of places says a pawn can land, with the chance, and after a choice that is looked at."""
    panel = next((panel for panel in session.panels if panel.name == session.board.PLACES), None)
    figure = session.figures().get(panel.name) if panel else None
    rows = session.rows_of(panel, figure) if panel and figure else []
    shown = "now" if session.preview is None else "ghost"
    return [(row["x"], row["p"], shown) for row in rows if row.get("x") and row["series"] == shown and row["p"] > 0.1]


def turns(session: Session, action: Mapping[str, Any], say: Words) -> str:
    """What the panel of choices says of an action, in a few words beside its button."""
    panel = next((panel for panel in session.panels if panel.name == session.board.CHOICES), None)
    if panel is None or panel.peek is None or panel.name not in session.figures():
        return ""
    found = panel.peek(session.state, decode(session.match.game, dict(action)), session.viewer)
    return say.t("route.turns", turns=found[0]["text"]) if found else ""


def face(seconds: float) -> str:
    """Seconds as m:ss."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def seat_names(match: Match[Any, Any], lang: str) -> tuple[str, ...]:
    """The names that were given, or Team A, Team B …"""
    return match.names or tuple(words.seat_name(seat, lang) for seat in range(match.seats))


def panels(session: Session) -> list[dict[str, Any]]:
    """Every panel with its title, its sentence, and the twin of its charts as a table."""
    say, found = Words(session.name, session.lang, session.match.names), []
    figures = session.figures()
    for panel in session.panels:
        figure = figures.get(panel.name)
        found.append(
            {
                "name": panel.name,
                "key": f"{session.key}.{panel.name}",
                "ready": figure is not None,
                "title": words.say_phrase(figure.title, session.lang, say.names)
                if figure
                else say.t(f"panel.{panel.name}.name"),
                "note": words.say_phrase(figure.note, session.lang, say.names) if figure else "",
                "rows": [row for row in session.said(figure.rows) if row["p"]] if figure else [],
            }
        )
    return found


def book(session: Session) -> list[dict[str, Any]]:
    """The rulebook in the table's language; the paragraph of what just happened, or of the refusal, is marked."""
    return [
        {
            "id": paragraph.id,
            "html": inline(paragraph.text),
            "origin": paragraph.origin,
            "level": paragraph.level,
            "now": paragraph.id == session.rule,
        }
        for paragraph in words.book(session.name, session.lang)
    ]


@lru_cache(maxsize=2048)
def inline(text: str) -> Markup:
    """Inline Markdown as HTML; raw HTML in it is shown as text."""
    from markdown_it import MarkdownIt

    return Markup(MarkdownIt("commonmark", {"html": False}).renderInline(text))


def fields(session: Session) -> list[dict[str, Any]]:
    """The ruleset: every field, what this match uses, and whether that is the default."""
    say = Words(session.name, session.lang, session.match.names)
    used: dict[str, Any] = session.view()["rules"]
    plain = session.match.game.view(session.match.game.start(session.match.seats), None)["rules"]
    return [
        {
            "name": name,
            "label": say.t(f"ruleset.{name}"),
            "value": _json(value) if not isinstance(value, str) else value,
            "changed": value != plain[name],
            "rule": say.t(f"ruleset_rule.{name}"),
        }
        for name, value in used.items()
    ]


def picture(match: Match[Any, Any], lang: str, ply: int | None = None, *, named: bool = True) -> str:
    """The board as one self-contained SVG: what is public, with a strip of turn, chips and the last roll below it.

    `named=False`: teams are called as they are on every board, whatever their names.
    """
    from importlib import import_module

    from toolkit.ui import assets

    board: Any = import_module(f"{match.game.__name__}.board")  # type: ignore[attr-defined]
    view = match.game.view(match.states[match.ply if ply is None else ply], None)
    names = seat_names(match, lang) if named else tuple(words.seat_name(seat, lang) for seat in range(match.seats))
    say = Words(match.game.NAME, lang, names)
    template = environment().get_template(f"{match.game.NAME}/picture.svg.jinja")
    return template.render(
        v=view,
        t=say.t,
        w=say.w,
        lang=lang,
        names=names,
        seat_class=seat_class,
        css=Markup(assets.css(picture=True)),
        reach=(),
        act=lambda action: "",
        why=lambda action: "",
        peek=lambda action: "",
        send=lambda message: "",
        drag=lambda *args: "",
        mine=(),
        acting=(),
        drop=lambda *args: "",
        can=lambda action: False,
        **board.context(view, None, say.t, say.w, lambda a: ""),
    )
