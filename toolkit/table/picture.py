"""TODO: toolkit.table.picture."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from toolkit.core import words
from toolkit.core.match import Match
from toolkit.page.attributes import seat_class
from toolkit.page.environment import Words, environment


def seat_names(match: Match[Any, Any], lang: str) -> tuple[str, ...]:
    """The names that were given, or Team A, Team B …"""
    return match.names or tuple(words.seat_name(seat, lang) for seat in range(match.seats))


def picture(match: Match[Any, Any], lang: str, ply: int | None = None, *, named: bool = True) -> str:
    """The board as one self-contained SVG: what is public, with a strip of turn, chips and the last roll below it.

    `named=False`: teams are called as they are on every board, whatever their names.
    """
    from importlib import import_module

    from toolkit.page import frontend

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
        css=Markup(frontend.css(picture=True)),
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
