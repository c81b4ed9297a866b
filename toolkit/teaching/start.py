"""The start page of a lesson: who plays, with which cards, for how long; or continue the lesson that was saved."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from toolkit.cards import packs
from toolkit.core import files, words
from toolkit.core.lessons import Choice
from toolkit.core.say import Say
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, Phrase
from toolkit.page import attributes, environment
from toolkit.table import messages
from toolkit.teaching import saved
from toolkit.teaching.autosave import Autosave
from toolkit.teaching.plan import PLAYER, Plan
from toolkit.teaching.saved import Saved

Begin = Callable[[Plan, Saved | None, str], None]
KINDS = ("lesson", "set")


class Start:
    """A scene for a `Table`. `begin(plan, saved, do)` is called when a lesson starts or a saved one continues."""

    key = "t0"
    ply = 0
    panels = ()

    def __init__(self, plan: Plan, keep: Autosave, lang: str, begin: Begin) -> None:
        self.plan, self.keep, self.lang, self.begin = plan, keep, lang, begin
        self.own = plan.cards
        """The pack that this lesson was given; it is still offered when generated cards are chosen."""
        self.lock = threading.RLock()
        self.publish: Callable[[], None] = lambda: None
        self.refusal: Phrase | None = None
        self.refused = ""
        """What was refused, as the page calls it."""
        self.taken = False
        """Whether cards have just been opened."""
        self.asks = False
        self.serial = 0
        self.found: dict[str, Saved] = {}
        """By the name of its file, each saved lesson that can be continued."""
        self.broken: dict[str, Phrase] = {}
        """By the name of its file, why a saved lesson cannot be read."""
        self.look()

    def look(self) -> None:
        """Looks for saved lessons. If one cannot be read, the page says so and the file stays where it is."""
        self.found, self.broken = {}, {}
        for name, path in self.keep.all().items():
            try:
                text = self.keep.read_beside(path)
                if text is not None:
                    self.found[name] = saved.read(text, self.plan.game)
            except BadInput as error:
                self.broken[name] = error.phrase(self.lang)
            except (OSError, UnicodeError) as error:
                self.broken[name] = Phrase.of("error.record_file", given=shown(name), reason=files.cause(error))

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes one message of the page. Returns the refusal in words, or `None`."""
        self.refusal, self.refused, self.taken = None, "", False
        try:
            with words.speaking(self.lang):
                known = messages.checked(message, KINDS)
                self.refused = str(known.get("do"))
                self._handle(known)
        except BadInput as error:
            self.refusal = error.phrase(self.lang)
        return words.phrase(self.refusal, self.lang) if self.refusal else None

    def _handle(self, message: Mapping[str, Any]) -> None:
        kind, value = message.get("kind"), message.get("value")
        if kind == "set" and message.get("name") == "lang":
            self.lang = words.known_lang(str(value))
        elif kind == "lesson":
            self._lesson(str(message.get("do")), message)
        elif kind != "clock":
            raise BadInput("message", given=shown(kind, messages.SHOWN), right=", ".join(KINDS))

    def _lesson(self, do: str, message: Mapping[str, Any]) -> None:
        value = message.get("value", "")
        match do:
            case "choose":
                self.plan = self.plan.change(str(messages.field(message, "name", KINDS)), str(value))
            case "start":
                self.begin(self.plan, None, "start")
            case "resume":
                self._resume(str(value or ""))
            case "load":
                self.serial += 1
                loaded = saved.read(str(value), self.plan.game)
                self.begin(loaded.plan, loaded, "load")
            case "pack" if self.plan.asks:
                self.serial += 1
                self.own = packs.pack(_as_text(str(value))).name
                self.plan, self.taken = self.plan.change("cards", self.own), True
            case "ask":
                self.asks = value is True
            case "erase":
                self._erase()
            case _:
                raise BadInput("message", given=do[:60], right="choose, start, resume, load, pack, erase")

    def _resume(self, name: str) -> None:
        """Goes on with the lesson in the file of this name; "": in the first that can be read."""
        self.look()
        name = name or next(iter(self.found), "")
        if name not in self.found:
            raise BadInput("lesson_none", name=name[:60] or self.keep.name)
        self.keep.take(name)
        self.begin(self.found[name].plan, self.found[name], "resume")

    def _erase(self) -> None:
        self.keep.erase_all()
        self.plan = self.plan.nameless()
        self.asks = False
        self.serial += 1
        self.look()

    def refresh(self) -> None:
        """Does nothing: only messages change a start page."""

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Does nothing: only messages change a start page."""
        return lambda: None

    def close(self) -> None:
        """Does nothing."""

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        return {}

    def clocks(self) -> dict[str, dict[str, Any]]:
        return {}

    def text(self) -> list[str]:
        head = words.say("lesson.start_page", self.lang)
        return [head, words.say("lesson.local", self.lang)]

    def scene(self) -> str:
        return environment.environment().get_template("start.html.jinja").render(self._context())

    def _context(self) -> dict[str, Any]:
        say = Say(self.plan.game, self.lang)
        pack = packs.known(self.own) if self.own else None
        return {
            "s": self,
            "plan": self.plan,
            "lang": self.lang,
            "other": next(lang for lang in words.LANGS if lang != self.lang),
            "t": say.t,
            "w": say.w,
            "send": lambda message: attributes.attributes(send=message),
            "seat_class": attributes.seat_class,
            "seat_name": lambda seat: words.seat_name(seat, self.lang),
            "label_of": lambda choice: self._first(f"lesson.choose.{choice.name}", f"ruleset.{choice.name}"),
            "value_of": self._value,
            "note_of": lambda name: words.find(f"{self.plan.game}.lesson.note.{name}", self.lang) or "",
            "player_of": self._player,
            "each_minutes": [self._minutes(n) for n in self.plan.offers("minutes")],
            "pack": pack,
            "warnings": pack.report(self.lang) if pack and self.plan.cards else "",
            "refusal": words.phrase(self.refusal, self.lang) if self.refusal else "",
            "broken": [(name, words.phrase(phrase, self.lang)) for name, phrase in self.broken.items()],
            "clock_face": environment.clock_face,
        }

    def _first(self, *keys: str) -> str:
        """The text of the first of these keys of the game that there is; else the last one in plain words."""
        game = self.plan.game
        found = (words.find(f"{game}.{key}", self.lang) for key in keys)
        return next((text for text in found if text), keys[-1].rpartition(".")[2].replace("_", " "))

    def _value(self, choice: Choice, value: Any) -> str:
        """A value of a choice in words."""
        if isinstance(value, bool):
            return words.say("button.yes" if value else "button.no", self.lang)
        if isinstance(value, int) and not choice.words:
            keys = (f"lesson.{choice.name}.{value}", f"ruleset_value.{choice.name}.{value}")
            return self._first(*keys, str(value))
        name = choice.words or choice.name
        return self._first(f"lesson.{name}.{value}", f"ruleset_value.{name}.{value}")

    def _player(self, written: str) -> str:
        """Who plays a team, in words."""
        name, _, strength = written.partition(PLAYER)
        if not name:
            return words.say("lesson.people", self.lang)
        own = words.find(f"{self.plan.game}.bot.{name}", self.lang) or words.find(f"bot.{name}", self.lang)
        text = own or name.replace("_", " ")
        if not strength:
            return words.say("lesson.computer", self.lang, name=text)
        return words.say("lesson.computer_strength", self.lang, name=text, percent=round(100 * float(strength)))

    def _minutes(self, minutes: int) -> str:
        return words.say("lesson.minutes", self.lang, n=minutes) if minutes else words.say("lesson.no_end", self.lang)


def _as_text(text: str) -> str | bytes:
    """The text of a file, as bytes, so that it is not taken for the path of a file."""
    return text.encode("utf-8", "surrogatepass")
