"""Draws a table: one string of HTML and SVG from a view and words, for the page, print and the static picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from toolkit.core import book as book_
from toolkit.core import words
from toolkit.core.match import decode
from toolkit.page.attributes import _attribute_makers, _json, seat_class
from toolkit.page.environment import Words, environment, inline
from toolkit.table.commands import suggestions
from toolkit.table.picture import seat_names

if TYPE_CHECKING:
    from toolkit.table.session import Session


LINES = 40
"""So many lines of the log stay in the page."""


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
        "refusal": words.phrase(session.refusal, session.lang, session.match.names) if session.refusal else "",
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
                "title": words.phrase(figure.title, session.lang, say.names)
                if figure
                else say.t(f"panel.{panel.name}.name"),
                "note": words.phrase(figure.note, session.lang, say.names) if figure else "",
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
        for paragraph in book_.book(session.name, session.lang)
    ]


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
