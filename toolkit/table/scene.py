"""Draws a table: one string of HTML and SVG from a snapshot, for the page."""

from __future__ import annotations

from typing import Any

import msgspec

from toolkit.core import book, words
from toolkit.core.open_game import about
from toolkit.core.say import Say
from toolkit.page.attributes import Attributes, as_json, seat_class
from toolkit.page.environment import clock_face, inline, render
from toolkit.table.commands import help_phrase, suggestions
from toolkit.table.snapshot import Snapshot


def draw(snapshot: Snapshot, template: str = "table.html.jinja", **more: Any) -> str:
    """The scene: toolbar, board, what is to be done, panels, log. `more`: what a template of its own reads."""
    acts = Attributes(snapshot.steps, snapshot.legal)
    return render(
        template,
        **vocabulary(snapshot, acts),
        table=snapshot,
        b=snapshot.kit.board.context(snapshot.seen, snapshot.say, acts.choice),
        size=snapshot.kit.board.size(snapshot.seen.view),
        example=suggestions(snapshot)[0],
        help=snapshot.say.phrase(help_phrase(snapshot)),
        question=_question(snapshot),
        paragraphs=_paragraphs(snapshot) if snapshot.book else (),
        fields=_fields(snapshot) if snapshot.book else (),
        **more,
    )


def fault(text: str, traceback: str, lang: str) -> str:
    """What is shown above the last scene where the present one cannot be drawn. `traceback`: "" for none."""
    send = Attributes({}, ()).send
    return render("fault.html.jinja", text=text, traceback=traceback, lang=lang, w=Say("", lang).w, send=send)


def vocabulary(snapshot: Snapshot, acts: Attributes) -> dict[str, Any]:
    """The words that every template of a table knows: `v` the view, `t` and `w` texts, `act` and its kin attributes."""
    seen, say = snapshot.seen, snapshot.say
    return {
        "game": snapshot.name,
        "v": seen.view,
        "head": snapshot.head,
        "t": say.t,
        "w": say.w,
        "lang": say.lang,
        "other": next(lang for lang in words.LANGS if lang != say.lang),
        "names": snapshot.names,
        "mine": snapshot.mine,
        "acting": seen.acting,
        "seat_class": seat_class,
        "clock_face": clock_face,
        "can": acts.can,
        "act": acts.act,
        "why": acts.why,
        "peek": acts.peek,
        "send": acts.send,
        "ask": acts.ask,
        "drag": acts.drag,
        "drop": acts.drop,
        "command": acts.command(),
        "say_number": acts.number(),
    }


def _question(snapshot: Snapshot) -> str:
    """The question asked before moves are cut off or the game is ended."""
    if snapshot.confirm is None:
        return ""
    asked = snapshot.confirm["action"].get("type")
    if asked == "again":
        return snapshot.say.w("table.again")
    if asked == "stop":
        own = words.find(f"{snapshot.name}.question.stop", snapshot.lang)
        return own or snapshot.say.w("table.stop")
    return snapshot.say.w("table.cut", n=snapshot.last - snapshot.ply)


def _paragraphs(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The rulebook in the table's language, or else the game's docstring.

    The paragraph of what just happened, or of the refusal, is marked.
    """
    name, lang = snapshot.name, snapshot.lang
    own = about(snapshot.kit.rules).split("\n\n")
    known = book.book(name, lang) or tuple(book.Paragraph(f"about.{n}", text, "") for n, text in enumerate(own) if text)
    return [
        {
            "id": paragraph.id,
            "html": inline(paragraph.text),
            "origin": paragraph.origin,
            "level": paragraph.level,
            "now": paragraph.id == snapshot.rule,
        }
        for paragraph in known
    ]


def _fields(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The ruleset: every field, what this match uses, and whether that is the default."""
    t, usual = snapshot.say.t, _usual(snapshot)
    return [
        {
            "name": name,
            "label": t(f"ruleset.{name}"),
            "value": value if isinstance(value, str) else as_json(value),
            "changed": value != usual[name],
        }
        for name, value in snapshot.ruleset.items()
    ]


def _usual(snapshot: Snapshot) -> dict[str, Any]:
    game = snapshot.kit.rules
    usual: dict[str, Any] = msgspec.to_builtins(game.ruleset(game.start(len(snapshot.names))))
    return usual
