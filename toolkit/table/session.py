"""One match as it stands at a table: which ply is looked at, the language, the clock, the last refusal.

A session takes the page's messages and answers with a scene and rows; it knows nothing of widgets or browsers:

    session = Session(Match(math_storm, seats=2, seed=1))
    session.handle({"kind": "play", "step": "0", "action": {"type": "chance"}})
    session.scene(), session.rows()
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.game import CHANCE, HOST, Decision, Event, HostAction, IllegalAction, Outcome, Seat, actor
from toolkit.core.match import Match, decode
from toolkit.core.panel import Figure, Panel, Row, as_ghost
from toolkit.core.words import BadInput, Phrase
from toolkit.table import scene
from toolkit.table.clock import Clock
from toolkit.table.commands import Command, parse
from toolkit.table.snapshot import Line

MOST_PICK = 80


class Session:
    """`seat`: the only seat that acts and looks here; `None`: everybody at one screen. `key` names it on the page."""

    template = "table.html.jinja"

    def __init__(
        self,
        match: Match[Any, Any],
        *,
        key: str = "t0",
        seat: Seat | None = None,
        lang: str = "en",
        fork: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.match, self.key, self.seat, self.fork = match, key, seat, fork
        self.lang = words.known_lang(lang)
        self.name: str = match.game.NAME
        self.board: Any = import_module(f"{match.game.__name__}.board")  # type: ignore[attr-defined]
        self.panels: tuple[Panel, ...] = import_module(f"{match.game.__name__}.panels").PANELS  # type: ignore[attr-defined]
        self.at: int | None = None
        self.book = False
        self.rule = ""
        self.refusal: Phrase | None = None
        self.cited = ""
        """The rule that the refusal speaks of, if it is one of the rules."""
        self.preview: dict[str, Any] | None = None
        self.confirm: dict[str, Any] | None = None
        self.hints = 0
        self.eyes: Seat | None = seat
        """Whose hand and grid are drawn large; behind a curtain the seat that has lifted it, `None` nobody."""
        self.pick = ""
        """What has been laid aside for the next choice: the first half of an action that takes two steps."""
        self._curtain = False
        self._secrets: tuple[Any, tuple[Seat, ...]] = (None, ())
        self.clock = clock or Clock()
        self.publish: Callable[[], None] = lambda: None
        self.beside: Callable[[Session], None] = lambda branch: None
        """Set by the table: shows a what-if beside this one."""
        self._lines: dict[tuple[str, str, Seat | None], tuple[Line, ...]] = {}
        self._solving: set[str] = set()
        self._figures: tuple[Any, Seat | None, dict[str, Figure]] = (None, None, {})
        self.handlers = self.known_messages()
        match.waits = self._waits
        try:
            match.advance()
        except BadInput as error:
            self._refuse(error.phrase(self.lang))
        self._settled()

    @classmethod
    def known_messages(cls) -> Handlers:
        """The kinds of messages, and what takes them."""
        return HANDLERS

    @property
    def lock(self) -> Any:
        return self.match.lock

    def watch(self, callback: Callable[[], None]) -> None:
        """Calls `callback` whenever the match has changed."""
        self.match.watch(callback)

    def branch(self) -> Session:
        """A session beside this one, with the same past and another future: what if?"""
        return Session(self.past(), key="t1", seat=self.seat, lang=self.lang, fork=True)

    def past(self) -> Match[Any, Any]:
        """The match again, up to the ply that is shown. `BadInput` while another's secret lies in it."""
        if not self.may_branch:
            raise BadInput("whatif_secret")
        return self.match.fork(self.ply)

    @property
    def may_branch(self) -> bool:
        """Whether a what-if would tell nothing that who looks here may not know."""
        return not self.match.hides(self.viewer, self.ply)

    @property
    def may_undo(self) -> bool:
        return self.match.may_undo(host=self.seat is None)

    # what is looked at

    @property
    def ply(self) -> int:
        """The ply that is shown: where the match stands, or an earlier one."""
        return self.match.ply if self.at is None else min(self.at, len(self.match.log))

    @property
    def live(self) -> bool:
        return self.ply == self.match.ply

    @property
    def state(self) -> Any:
        return self.match.states[self.ply]

    def view(self) -> dict[str, Any]:
        return self.match.game.view(self.state, self.viewer)

    @property
    def viewer(self) -> Seat | None:
        """With whose eyes all is seen: the seat of this table, or who has lifted the curtain; `None`: the public's."""
        if self.seat is not None:
            return self.seat
        return self.eyes if hasattr(self.board, "secrets") else None

    def secrets(self) -> tuple[Seat, ...]:
        """The seats whose pieces are a secret at the ply that is shown; a game without secrets has no `secrets`."""
        if not hasattr(self.board, "secrets"):
            return ()
        state = self.state
        if self._secrets[0] is not state:
            self._secrets = state, tuple(self.board.secrets(self.match.game.view(state, None)))
        return self._secrets[1]

    def mine(self) -> tuple[Seat, ...]:
        """The seats that are played at this table."""
        seats = range(self.match.seats) if self.seat is None else (self.seat,)
        return tuple(seat for seat in seats if seat not in self.match.bots)

    def legal(self) -> list[dict[str, Any]]:
        """Legal actions at this table, its host's too, as JSON; `{"type": "chance"}` where a roll waits."""
        game, state = self.match.game, self.state
        seats = (*self.acting(), *(() if self.seat is not None else (HOST,)))
        found = [msgspec.to_builtins(a) for seat in seats for a in game.legal_actions(state, seat)]
        return [*found, {"type": "chance"}] if self._asks(state) else found

    def acting(self) -> tuple[Seat, ...]:
        """The seats that can act at this table now: behind a curtain only the one that has lifted it."""
        mine = self.mine()
        return tuple(seat for seat in mine if seat == self.viewer) if len(mine) > 1 and self.secrets() else mine

    def _asks(self, state: Any) -> bool:
        """Whether the outcome that is due is asked for at this table; what is nobody's, anybody may ask for."""
        if self.match.game.to_move(state) != (CHANCE,) or not self._waits(state):
            return False
        due = self.match.game.view(state, None)["due"]["seat"]
        return self.seat is None or due < 0 or due == self.seat

    def _waits(self, state: Any) -> bool:
        """Dice and spinners of people wait for their button."""
        due = self.match.game.view(state, None)["due"]
        bots = self.match.bots
        return due["phase"] in self.board.ASKED and (due["seat"] not in bots if due["seat"] >= 0 else self._people())

    def _people(self) -> bool:
        return any(seat not in self.match.bots for seat in range(self.match.seats))

    def steps(self) -> dict[str, str]:
        """The step ids that actions at this table belong to, by seat."""
        seats = (*self.mine(), CHANCE, HOST)
        return {str(seat): self.match.step(seat, self.ply) for seat in seats}

    # messages

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes one message of the page. The refusal in words, or `None`; the match is unharmed by any message."""
        with self.match.lock, words.speaking(self.lang):
            kind = message.get("kind") if isinstance(message, Mapping) else None
            if kind != "peek":
                self.refusal = None
            handler = self.handlers.get(kind) if isinstance(kind, str) else None
            try:
                if handler is None:
                    raise BadInput("message", given=repr(kind)[:40], right=", ".join(self.handlers))
                handler(self, message)
            except IllegalAction as error:
                self._refuse(Phrase.of(f"{self.name}.why.{error.reason}", **error.args_), error.rule)
            except BadInput as error:
                self._refuse(error.phrase(self.lang))
            except (msgspec.ValidationError, TypeError, KeyError, ValueError):
                self._refuse(Phrase.of("error.message", given=repr(dict(message))[:80], right=", ".join(self.handlers)))
            return None if self.refusal is None else words.phrase(self.refusal, self.lang, self.match.names)

    def _refuse(self, phrase: Phrase, rule: str = "") -> None:
        self.refusal, self.cited = phrase, rule
        if rule:
            self.rule = rule

    def _play(self, message: Mapping[str, Any]) -> None:
        data = message["action"]
        if not isinstance(data, Mapping):
            raise BadInput("message", given=repr(data)[:60], right='{"type": …}')
        if data.get("type") == "timeup":
            return self._time_up(data, str(message.get("step", "")))
        chance = data.get("type") == "chance"
        action = None if chance else decode(self.match.game, data)
        self._may_act(action)
        seat = CHANCE if action is None else actor(action)
        if str(message.get("step", "")) != self.match.step(seat, self.ply):
            raise BadInput("stale")
        if not self._cut(message):
            return
        self._apply(action)

    def _may_act(self, action: Any) -> None:
        """Outcomes are not the page's to choose, and a table of one seat plays that seat alone."""
        if isinstance(action, Outcome):
            raise BadInput("outcome")
        if action is None and not self._asks(self.state):
            raise BadInput("not_yours")
        if isinstance(action, HostAction) and self.seat is not None:
            raise BadInput("not_yours")
        if isinstance(action, Decision) and action.seat not in self.acting():
            raise BadInput("not_yours")

    def _cut(self, message: Mapping[str, Any]) -> bool:
        """Playing from an earlier ply is asked about first, since it cuts what came later."""
        if self.live and self.match.ply == len(self.match.log):
            return True
        self.match.stay_open(self.ply)
        if self.live or message.get("cut") is True:
            self.match.goto(self.ply)
            return True
        self.confirm = {**message, "cut": True}
        return False

    def _apply(self, action: Any) -> None:
        ply = self.match.ply
        try:
            self.match.chance() if action is None else self.match.play(action)
            self.match.advance()
        except BadInput:
            self.match.goto(ply)
            raise
        self.at = self.confirm = self.preview = None
        self.pick = ""
        self._settled()

    def _settled(self) -> None:
        """After a change: the clock of an open card, its hints, and the rule that was used last."""
        timer = self.match.game.view(self.match.state, None).get("timer")
        if self.clock.follow(timer):
            self.hints = 0
        rules = [event.rule for event in self.match.state.events if event.rule]
        self.rule = rules[-1] if rules else self.rule
        self._look()

    def _look(self) -> None:
        """Whose pieces are drawn large after a change. A curtain falls when it begins, and when its seat is done."""
        mine = self.mine()
        if not hasattr(self.board, "secrets"):
            return
        if self.seat is not None or len(mine) == 1:
            self.eyes = mine[0] if mine else self.seat
            return
        curtain, due = bool(self.secrets()), self.match.game.view(self.state, None)["due"]["seat"]
        if curtain and (not self._curtain or self.eyes not in self.match.game.to_move(self.state)):
            self.eyes = None
        elif not curtain and due >= 0:
            self.eyes = due
        self._curtain = curtain

    def refresh(self) -> None:
        """The match has been changed by somebody else."""
        self.preview = self.confirm = self.refusal = None
        self.pick = ""
        self._settled()

    def _time_up(self, data: Mapping[str, Any], step: str) -> None:
        """Late or double ones are ignored: the clock they belong to is gone."""
        if self.live and self.clock.ends(step):
            self._apply(decode(self.match.game, dict(data)))

    def _undo(self, message: Mapping[str, Any]) -> None:
        self.match.undo(host=self.seat is None)
        self._moved()

    def _redo(self, message: Mapping[str, Any]) -> None:
        self.match.redo()
        self._moved()

    def _moved(self) -> None:
        self.at = self.preview = self.confirm = None
        self.pick = ""
        self._settled()

    def _goto(self, message: Mapping[str, Any]) -> None:
        """Looks at an earlier ply; the match stays where it is."""
        ply = message["ply"]
        last = len(self.match.log)
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= last:
            raise BadInput("ply", given=repr(ply), right=f"0 … {last}")
        self.at = None if ply == self.match.ply else ply
        self.preview = self.confirm = None
        self.pick = ""
        self._look()
        rules = [event.rule for event in self.state.events if event.rule]
        self.rule = rules[-1] if rules else ""

    def _why(self, message: Mapping[str, Any]) -> None:
        """Tries what was refused on the side, and tells the reason."""
        action = decode(self.match.game, message["about"]["action"])
        self.match.game.apply(self.state, action)

    def _peek(self, message: Mapping[str, Any]) -> None:
        action = message.get("action")
        shown = isinstance(action, Mapping) and action.get("type") != "chance" and dict(action) in self.legal()
        self.preview = dict(action) if shown else None

    def _say(self, message: Mapping[str, Any]) -> None:
        """A typed command: a full alternative to the mouse."""
        command: Command = parse(self, str(message["text"]))
        if command.kind == "play":
            seat = command.data["action"].get("seat", CHANCE if command.data["action"]["type"] == "chance" else HOST)
            self.handle({"kind": "play", "step": self.match.step(seat, self.ply), **command.data})
        elif command.kind == "help":
            self._refuse(Phrase.of(f"{self.name}.command.help"))
        else:
            self.handle({"kind": command.kind, **command.data})

    def _set(self, message: Mapping[str, Any]) -> None:
        name, value = message["name"], message["value"]
        if name == "lang":
            self.lang = words.known_lang(value)
        elif name == "book":
            self.book = bool(value)
            self.rule = value if isinstance(value, str) and value else self.rule
        elif name == "hints":
            self.hints = max(0, min(int(value), 9))
        elif name == "confirm":
            self.confirm = self._stop() if value == "stop" else None
        elif name == "eyes":
            self._set_eyes(value)
        elif name == "pick":
            self.pick = str(value)[:MOST_PICK]
        else:
            raise BadInput("message", given=str(name)[:40], right="lang, book, hints, confirm, eyes, pick")

    def _set_eyes(self, value: Any) -> None:
        """Lifts the curtain for a seat, or lets it fall (`None`); where nothing is secret, looks at a seat's pieces."""
        public = not self.secrets()
        seats = range(self.match.seats) if public else self.mine()
        if value is not None and (isinstance(value, bool) or value not in seats):
            raise BadInput("seat", given=repr(value)[:40], right=", ".join(map(str, seats)))
        if public or self.seat is None:
            self.eyes, self.pick, self.preview = value, "", None

    def _stop(self) -> dict[str, Any] | None:
        """The end of the game as a message that waits for a yes."""
        stop = {"type": "stop"}
        return (
            {"kind": "play", "step": self.match.step(HOST, self.ply), "action": stop} if stop in self.legal() else None
        )

    def _clock(self, message: Mapping[str, Any]) -> None:
        self.clock.act(message.get("do"), message.get("left"))

    # what is sent down

    def lines(self) -> tuple[Line, ...]:
        """What happened up to the ply that is shown, in words."""
        return tuple(line for ply in range(self.ply + 1) for line in self._lines_of(ply))

    def _lines_of(self, ply: int) -> tuple[Line, ...]:
        viewer = self.viewer
        key = (self.match.step(HOST, ply), self.lang, viewer)
        if key not in self._lines:
            events = self.match.states[ply].events
            said = [(event, self._event(event)) for event in events if event.seen_by is None or viewer in event.seen_by]
            self._lines[key] = tuple(
                Line(f"log-{key[0]}-{index}", event.seat, text, event.rule)
                for index, (event, text) in enumerate(said)
                if event.kind not in self.board.QUIET
            )
        return self._lines[key]

    def _event(self, event: Event) -> str:
        args = {"who": event.seat, **dict(event.args)}
        return words.say(f"{self.name}.event.{event.kind}", self.lang, self.match.names, **args)

    def figures(self) -> dict[str, Figure]:
        """What the panels show now, by name; a panel that is still being solved is left out."""
        state, viewer = self.state, self.viewer
        if self._figures[0] is not state or self._figures[1] != viewer:
            found = {p.name: p.rows(state, viewer) for p in self.panels if self._ready(p, state)}
            self._figures = (state if len(found) == len(self.panels) else None, viewer, found)
        return self._figures[2]

    def _ready(self, panel: Panel, state: Any) -> bool:
        if panel.ready is None or panel.ready(state):
            return True
        if panel.name not in self._solving:
            self._solving.add(panel.name)
            threading.Thread(target=self._solve, args=(panel, state, self.viewer), daemon=True).start()
        return False

    def _solve(self, panel: Panel, state: Any, viewer: Seat | None) -> None:
        panel.rows(state, viewer)
        with self.match.lock:
            self._solving.discard(panel.name)
            self.publish()

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """Rows of every panel, with the ghost of the action that the pointer rests on."""
        figures = self.figures()
        drawn = (panel for panel in self.panels if panel.name in figures)
        return {f"{self.key}.{panel.name}": self.rows_of(panel, figures[panel.name]) for panel in drawn}

    def rows_of(self, panel: Panel, figure: Figure) -> list[Row]:
        """Rows of one panel."""
        found = self.said(figure.rows)
        if self.preview is not None and panel.peek is not None:
            action = decode(self.match.game, self.preview)
            found += self.said(as_ghost(panel.peek(self.state, action, self.viewer) or ()))
        return found

    def said(self, rows: Iterable[Row]) -> list[Row]:
        """Rows with their labels and names in the table's language."""
        return [row | {name: self._word(row[name]) for name in ("label", "name") if name in row} for row in rows]

    def _word(self, text: str) -> str:
        return words.label(text, self.lang, self.match.names)

    def clocks(self) -> dict[str, dict[str, Any]]:
        """What the page counts down, by name."""
        return {self.key: self.clock.json()} if self.clock.timer else {}

    def extra(self) -> dict[str, Any]:
        """What a template of its own uses beside all that the table's does."""
        return {}

    def scene(self) -> str:
        return scene.render(self)

    def text(self) -> list[str]:
        """The table in words: whose turn it is, and the sentence of every panel."""
        said = scene.context(self)
        head = f"{said['headline']}. {said['instruction']}"
        return [head, *(f"{p['title']} {p['note']}" for p in said["panels"] if p["ready"])]


Handlers = Mapping[str, Callable[[Any, Mapping[str, Any]], None]]
HANDLERS: Handlers = {
    "play": Session._play,
    "undo": Session._undo,
    "redo": Session._redo,
    "whatif": lambda session, message: session.beside(session.branch()),
    "goto": Session._goto,
    "why": Session._why,
    "peek": Session._peek,
    "say": Session._say,
    "set": Session._set,
    "clock": Session._clock,
}
