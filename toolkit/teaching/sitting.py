"""A quiz without a page: messages in, a scene out, and the results as rows."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, get_args

from toolkit.cards.card import Question, Verdict
from toolkit.cards.diagnosis import Attempt, Finding, diagnose, findings, pattern
from toolkit.core import files, words
from toolkit.core.panel import Panel
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, Phrase
from toolkit.page import attributes, environment
from toolkit.table import messages
from toolkit.table.before import Before
from toolkit.table.clock import Clock
from toolkit.teaching.questions import asked, family_name

Reveal = Literal["at once", "end", "never"]
LONGEST = 200
"""Letters of an answer that are read; the rest is cut off."""
COLUMNS = ("number", "id", "family", "stars", "prompt", "answer", "ok", "hints", "pattern")
RIGHT, WRONG, OPEN = "right", "wrong", "open"


class Entry:
    """One question and its answer. `closed`: the answer is final; `solution`: it was given up for the solution.

    `at_once`: what is typed is no answer before it is handed in.
    """

    def __init__(self, question: Question, at_once: bool) -> None:
        self.question, self.at_once = question, at_once
        self.text = ""
        self.hints = 0
        self.closed = False
        self.solution = False
        self._checked = ("", question.check(""))

    @property
    def verdict(self) -> Verdict:
        """The verdict on the text; checked once."""
        if self._checked[0] != self.text:
            self._checked = (self.text, self.question.check(self.text))
        return self._checked[1]

    @property
    def given(self) -> bool:
        """Whether there is an answer, right or wrong."""
        counts = self.closed or not self.at_once
        return counts and not self.solution and self.verdict.kind in (RIGHT, WRONG)

    @property
    def result(self) -> str:
        """RIGHT, WRONG or OPEN, whether it may be seen or not."""
        return self.verdict.kind if self.given else WRONG if self.solution else OPEN


class Sitting:
    """A quiz that is going on, to be shown by a screen. `handle` takes a message of the page and harms nothing."""

    key = "t0"
    panels: tuple[Panel, ...] = ()

    def __init__(
        self,
        questions: Iterable[Question],
        *,
        hints: bool = True,
        reveal: Reveal = "at once",
        seconds: float | None = None,
        lang: str = "en",
        clock: Clock | None = None,
    ) -> None:
        self.hints, self.reveal, self.seconds = bool(hints), _known_reveal(reveal), _known_seconds(seconds)
        self.entries = [Entry(one, self.reveal == "at once") for one in _checked(questions)]
        self.lang = words.known_lang(lang)
        self.clock = clock or Clock()
        self.at = 0
        self.begun = seconds is None
        self.over = False
        self.confirm = False
        self.refusal: Phrase | None = None
        self.lock = threading.RLock()
        self.publish: Callable[[], None] = lambda: None
        self.offer: Callable[[dict[str, Any]], None] = lambda file: None
        """Hands a file to the page."""

    @property
    def ply(self) -> int:
        return self.at

    @property
    def now(self) -> Entry:
        return self.entries[self.at]

    @property
    def answered(self) -> int:
        return sum(entry.given for entry in self.entries)

    @property
    def undone(self) -> int:
        """The number of questions without an answer."""
        return sum(not (entry.given or entry.closed) for entry in self.entries)

    def shows(self, entry: Entry) -> bool:
        """Whether the page may tell if the answer is right, and what is."""
        return (self.reveal == "at once" and entry.closed) or (self.reveal == "end" and self.over)

    # messages

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes one message of the page. The refusal in words, or `None`."""
        with self.lock:
            self.refusal = None
            before = Before(None, self, self.clock, *self.entries)
            try:
                known = messages.checked(message, tuple(HANDLERS))
                kind = known.get("kind")
                handler = HANDLERS.get(kind) if isinstance(kind, str) else None
                if handler is None:
                    raise BadInput("message", given=shown(kind, messages.SHOWN), right=", ".join(HANDLERS))
                handler(self, known)
            except BadInput as error:
                self.refusal = error.phrase(self.lang)
            except BaseException:
                before.again()
                raise
            return None if self.refusal is None else words.phrase(self.refusal, self.lang)

    def _entry(self, message: Mapping[str, Any]) -> Entry:
        """The question that a message names, while it can be answered."""
        entry = self.entries[self._number(message)]
        if self.over or not self.begun or entry.closed:
            raise BadInput("quiz_closed")
        return entry

    def _number(self, message: Mapping[str, Any]) -> int:
        number = _field(message, "number")
        if isinstance(number, bool) or not isinstance(number, int) or number not in range(len(self.entries)):
            raise BadInput("quiz_number", given=shown(number), right=f"0 … {len(self.entries) - 1}")
        return number

    def _note(self, message: Mapping[str, Any]) -> None:
        """Keeps the text of the field; a late message about a closed question changes nothing."""
        text = str(_field(message, "text"))[:LONGEST]
        if not self.entries[self._number(message)].closed:
            self._entry(message).text = text

    def _toggle(self, message: Mapping[str, Any]) -> None:
        """One of several choices is taken, or taken back."""
        entry, value = self._entry(message), str(_field(message, "value"))
        known = [choice.value for choice in entry.question.choices]
        if value not in known:
            raise BadInput("quiz_choice", given=shown(value), right=", ".join(known))
        if entry.question.kind == "multi_choice":
            chosen = set(entry.text) ^ {value}
            entry.text = "".join(one for one in known if one in chosen)
        else:
            entry.text = value

    def _answer(self, message: Mapping[str, Any]) -> None:
        """An answer: final with `reveal="at once"`, else kept while the next question comes."""
        entry = self._entry(message)
        if "text" in message:
            entry.text = str(_field(message, "text"))[:LONGEST]
        verdict = entry.verdict
        if verdict.kind == "unreadable":
            raise BadInput("quiz_unreadable", given=entry.text)
        if self.reveal != "at once":
            entry.text = "" if verdict.kind == "blank" else entry.text
            self._go({"number": min(self.at + 1, len(self.entries) - 1)})
        elif verdict.kind == "blank":
            raise BadInput("quiz_blank")
        else:
            entry.closed = True

    def _go(self, message: Mapping[str, Any]) -> None:
        self.at, self.confirm = self._number(message), False

    def _hint(self, message: Mapping[str, Any]) -> None:
        """The nudge, then the step."""
        entry = self._entry(message)
        if not self.hints:
            raise BadInput("quiz_closed")
        entry.hints = min(entry.hints + 1, len(entry.question.hints))

    def _solution(self, message: Mapping[str, Any]) -> None:
        """Gives the question up for its solution, where answers are told at once."""
        entry = self._entry(message)
        if not self.hints or self.reveal != "at once":
            raise BadInput("quiz_closed")
        entry.closed = entry.solution = True

    def _hand_in(self, message: Mapping[str, Any]) -> None:
        """Ends the quiz; asks first if something is not answered."""
        if self.over or not self.begun:
            raise BadInput("quiz_closed")
        if self.undone and message.get("sure") is not True:
            self.confirm = True
        else:
            self._end()

    def _end(self) -> None:
        self.over, self.confirm = True, False
        for entry in self.entries:
            entry.closed = True
        self.clock.follow(None)

    def _begin(self, message: Mapping[str, Any]) -> None:
        if not self.begun and self.seconds is not None:
            self.begun = True
            self.clock.follow({"id": "quiz", "seconds": self.seconds})

    def _play(self, message: Mapping[str, Any]) -> None:
        """The page says that the time is up; late or double ones are ignored."""
        action = _field(message, "action")
        if not isinstance(action, Mapping) or action.get("type") != "timeup":
            raise BadInput("message", given=shown(action), right="timeup")
        if not self.over and self.clock.ends(str(message.get("step", ""))):
            self._end()

    def _set(self, message: Mapping[str, Any]) -> None:
        if _field(message, "name") == "lang":
            self.lang = words.known_lang(_field(message, "value"))
        elif _field(message, "name") == "confirm":
            self.confirm = False
        else:
            raise BadInput("message", given=str(_field(message, "name"))[:40], right="lang, confirm")

    def _clock(self, message: Mapping[str, Any]) -> None:
        self.clock.act(message.get("do"), message.get("left"))

    def _file(self, message: Mapping[str, Any]) -> None:
        """The results as a file, where they may be seen."""
        if not self.over or self.reveal == "never":
            raise BadInput("quiz_closed")
        self.offer({"name": "quiz.csv", "text": self.csv(), "type": "text/csv"})

    # what comes of it

    def results(self) -> list[dict[str, Any]]:
        """A row a question. `ok`: True, False, or None while it is not answered; `pattern`: the error pattern that
        alone fits a wrong answer, which one answer does not prove."""
        rows = []
        for number, entry in enumerate(self.entries, 1):
            one, result = entry.question, entry.result
            fits = diagnose(one, entry.text) if entry.given else ()
            found = (
                number,
                one.id,
                one.family,
                one.stars,
                one.prompt.get(self.lang),
                entry.text,
                {RIGHT: True, WRONG: False}.get(result),
                entry.hints,
                fits[0] if len(fits) == 1 else "",
            )
            rows.append(dict(zip(COLUMNS, found, strict=True)))
        return rows

    def csv(self) -> str:
        """The rows for a spreadsheet program, see `files.spreadsheet`. `ok`: 1, 0, or empty while not answered."""
        return files.spreadsheet(COLUMNS, self.results())

    def by_family(self) -> list[tuple[str, Counter[str]]]:
        """How many are right, wrong and open, by family."""
        found: dict[str, Counter[str]] = {}
        for entry in self.entries:
            found.setdefault(entry.question.family, Counter())[entry.result] += 1
        return list(found.items())

    def likely(self) -> list[Finding]:
        """The error patterns that showed again and again."""
        told = findings(Attempt(e.question, e.text or None, e.result == RIGHT) for e in self.entries if e.given)
        return [finding for finding in told if finding.sure == "likely"]

    # what a table asks for

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Nothing changes but by a message."""
        return lambda: None

    def close(self) -> None:
        """Nothing goes on."""

    def refresh(self) -> None:
        """Nothing does."""

    def scene(self) -> str:
        return environment.environment().get_template("quiz.html.jinja").render(_context(self))

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        return {}

    def clocks(self) -> dict[str, dict[str, Any]]:
        return {self.key: self.clock.json()} if self.clock.timer else {}

    def text(self) -> list[str]:
        """The question that is open, or the score."""
        if not self.over:
            return [asked(self.now.question, self.lang)] if self.begun else []
        if self.reveal == "never":
            return [words.say("quiz.handed_in", self.lang)]
        right = sum(entry.result == RIGHT for entry in self.entries)
        return [words.say("quiz.score", self.lang, n=right, of=len(self.entries))]


HANDLERS: dict[str, Callable[[Sitting, Mapping[str, Any]], None]] = {
    "note": Sitting._note,
    "toggle": Sitting._toggle,
    "answer": Sitting._answer,
    "go": Sitting._go,
    "hint": Sitting._hint,
    "solution": Sitting._solution,
    "hand_in": Sitting._hand_in,
    "begin": Sitting._begin,
    "play": Sitting._play,
    "set": Sitting._set,
    "clock": Sitting._clock,
    "file": Sitting._file,
}


def _field(message: Mapping[str, Any], name: str) -> Any:
    return messages.field(message, name, tuple(HANDLERS))


def _context(s: Sitting) -> dict[str, Any]:
    """All that the template uses."""

    def w(key: str, **args: Any) -> str:
        return words.say(key, s.lang, **args)

    totals: Counter[str] = sum((count for _, count in s.by_family()), Counter())
    return {
        "s": s,
        "table": s,  # what the parts of a table read of it: its key and its clock
        "lang": s.lang,
        "other": next(lang for lang in words.LANGS if lang != s.lang),
        "w": w,
        "send": lambda message: attributes.attributes(send=message),
        "field": lambda number: attributes.attributes(
            ask={"message": {"kind": "answer", "number": number}, "field": "text"},
            send={"kind": "note", "number": number},
            field="text",
        ),
        "clock_face": environment.clock_face,
        "family_name": lambda family: family_name(family, s.lang),
        "marks": [_mark(s, entry) for entry in s.entries],
        "families": s.by_family() if s.over and s.reveal != "never" else [],
        "likely": [(one.say(s.lang), pattern(one.bug, s.lang).line(s.lang)) for one in s.likely()] if s.over else [],
        "totals": totals if s.over and s.reveal != "never" else Counter(),
        "refusal": words.phrase(s.refusal, s.lang) if s.refusal else "",
        "v": {"timer": s.clock.timer},
    }


def _mark(s: Sitting, entry: Entry) -> str:
    """The mark of a question in the row of numbers: right, wrong, given, open."""
    return entry.result if s.shows(entry) else "given" if entry.given else OPEN


def _checked(questions: Iterable[Question]) -> list[Question]:
    found = list(questions) if isinstance(questions, Iterable) and not isinstance(questions, str) else []
    if not found or not all(isinstance(one, Question) for one in found):
        raise BadInput("quiz_questions", given=shown(questions), right='toolkit.questions("L1", n=10)')
    return found


def _known_reveal(reveal: Any) -> Any:
    if reveal not in get_args(Reveal):
        right = " | ".join(map(repr, get_args(Reveal)))
        raise BadInput("option_value", name="reveal", given=shown(reveal), right=right)
    return reveal


def _known_seconds(seconds: Any) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 5 <= seconds <= 36_000:
        raise BadInput("option_value", name="seconds", given=shown(seconds), right="None | 5 … 36000")
    return float(seconds)
