"""The board as a picture by itself: for a notebook without a kernel, for print, and for tests."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from toolkit.core import registry, words
from toolkit.core.match import Match
from toolkit.core.say import Say
from toolkit.core.seen import Seen
from toolkit.page import frontend
from toolkit.page.attributes import Attributes, seat_class
from toolkit.page.environment import render


def picture(
    match: Match[Any, Any], lang: str, ply: int | None = None, *, named: bool = True, revealed: bool = True
) -> str:
    """The board as one self-contained SVG: what is public, with a strip of turn, chips and the last roll below it.

    `named=False`: teams are called as they are on every board, whatever their names. `revealed=False`: without results
    and odds.
    """
    game, kit, state = match.game, registry.of(match.game), match.states[match.ply if ply is None else ply]
    usual = tuple(words.seat_name(seat, lang) for seat in range(match.seats))
    names = (match.names or usual) if named else usual
    say, acts = Say(game.NAME, lang, names), Attributes.none()
    view = game.view(state, None) if revealed else kit.cover(game.view(state, None))
    seen = Seen(view, game.due(state), game.to_move(state), game.ranks(state), still=True, revealed=revealed)
    return render(
        f"{game.NAME}/picture.svg.jinja",
        v=seen.view,
        b=kit.board.context(seen, say, acts.choice),
        head=kit.board.headline(seen, say),
        size=kit.board.size(seen.view),
        t=say.t,
        w=say.w,
        lang=lang,
        names=names,
        mine=(),
        acting=(),
        seat_class=seat_class,
        css=Markup(frontend.picture_css(kit)),
        can=acts.can,
        act=acts.act,
        why=acts.why,
        peek=acts.peek,
        send=acts.send,
        drag=acts.drag,
        drop=acts.drop,
    )
