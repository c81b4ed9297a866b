"""A quiz: question cards one after the other, for homework and notebooks. Same card and same checker as in the games.

    quiz(questions("L1", stars=2, n=10))                    answers at once, with worked steps
    quiz(questions(band="upper"), reveal="end")             answers can be changed until they are handed in
    quiz(pack("test.csv"), reveal="never", seconds=600)     only `results()` tells

A `Sitting` is the quiz without a page: messages in, a scene out. `Quiz` is the widget. What is sent to the page holds
no answer before it may be seen.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from toolkit.cards.card import Question
from toolkit.core import files, words
from toolkit.core.words import BadInput
from toolkit.table.screen import Screen
from toolkit.teaching.questions import asked
from toolkit.teaching.sitting import Reveal, Sitting

NO_TABLE = ("match", "session", "game", "play", "say", "story", "undo", "redo", "goto", "fork", "record", "picture")


class Quiz(Screen):
    """A quiz in a notebook; made by `toolkit.quiz`."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        super().__init__(sitting)
        sitting.offer = self.offer

    def __getattr__(self, name: str) -> Any:
        """`BadInput` for what only a table has: it says how a quiz is answered."""
        if name in NO_TABLE:
            raise BadInput("quiz_match")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        over = ", handed in" if self.sitting.over else ""
        return f"Quiz({len(self.sitting.entries)} questions, {self.sitting.answered} answered{over})"

    def still(self) -> str:
        """The questions as a list, without any answer."""
        lang = self.sitting.lang
        items = "".join(f"<li>{html.escape(asked(entry.question, lang))}</li>" for entry in self.sitting.entries)
        return f"<ol>{items}</ol><p>{html.escape(words.say('quiz.no_kernel', lang))}</p>"

    def answer(self, number: int, text: str | int) -> str | None:
        """Answers question `number`, counted from 1, as if it had been typed; the refusal in words, or `None`."""
        self.handle({"kind": "go", "number": number - 1})
        return self.handle({"kind": "answer", "number": number - 1, "text": text})

    def hand_in(self) -> None:
        """Ends the quiz; what is not answered stays so."""
        self.handle({"kind": "hand_in", "sure": True})

    def results(self) -> list[dict[str, Any]]:
        """A row a question: number, id, family, stars, prompt, answer, ok (`None`: not answered), hints, pattern."""
        return self.sitting.results()

    def csv(self) -> str:
        """The same for a spreadsheet."""
        return self.sitting.csv()

    def save(self, path: str | Path) -> Path:
        """Writes the results as CSV and returns the path. `BadInput` where that is not possible."""
        return files.write(path, self.csv())


def quiz(
    questions: Iterable[Question],
    *,
    hints: bool = True,
    reveal: Reveal = "at once",
    seconds: float | None = None,
    lang: str | None = None,
) -> Quiz:
    """A quiz of these questions, of `toolkit.questions` or a pack.

    `hints`: nudge, step, and, where answers are shown at once, the solution. `reveal`: when the page says whether an
    answer is right, and what would be: "at once", at the "end", "never". `seconds`: for all of it. `BadInput` names
    what cannot be used.
    """
    with words.speaking(lang) as language:
        return Quiz(Sitting(questions, hints=hints, reveal=reveal, seconds=seconds, lang=language))
