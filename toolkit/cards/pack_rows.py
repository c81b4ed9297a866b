"""Rows of a pack of question cards: from CSV or JSON to questions, with every fault by line and column.

    rows = read(text, faults)                # a spreadsheet's CSV, or JSON
    questions = [question(row, str(number), faults) for number, row in enumerate(rows, 1)]
    if faults: raise PackError(faults)       # all of them at once

Both forms have the same fields, the `COLUMNS`. `stars`, `answer` and a prompt in at least one language are needed.
Every text is plain text: no markup in it has a meaning.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from toolkit.cards.card import BANDS, SECONDS, STARS, Choice, Distractor, Kind, Question, Text, Value
from toolkit.cards.diagnosis import patterns
from toolkit.cards.families.draft import LETTERS
from toolkit.cards.reading import plain_text
from toolkit.core.faults import Fault
from toolkit.core.files import cell_text

COLUMNS = (
    "id",
    "band",
    "stars",
    "family",
    "prompt_zh",
    "prompt_en",
    "kind",
    "answer",
    "wrong1",
    "wrong2",
    "wrong3",
    "hint1",
    "hint2",
    "solution_zh",
    "solution_en",
    "tags",
)
NEEDED = ("stars", "answer")
PROMPTS = ("prompt_en", "prompt_zh")
WRONG = ("wrong1", "wrong2", "wrong3")
ROOM: Mapping[str, int] = {
    **dict.fromkeys(COLUMNS, 40),
    **dict.fromkeys(("id", "tags"), 100),
    **dict.fromkeys(PROMPTS, 300),
    **dict.fromkeys(("hint1", "hint2"), 300),
    **dict.fromkeys(("solution_en", "solution_zh"), 600),
}
"""By column, the greatest number of characters in a cell."""
MAX_ROWS = 5_000
OWN_FAMILY = "pack"
"""The family of a card that does not name one."""
KINDS: tuple[Kind, ...] = ("int", "quotient_remainder", "choice")
"""The kinds of answers that a pack may ask for."""
DELIMITERS = ",;\t"


class Cell(NamedTuple):
    """The text in one place of a file. `letter`: the column of a spreadsheet."""

    text: str
    line: int = 0
    letter: str = ""


class Row(NamedTuple):
    """One card of a file, not yet checked. `cells`: by column, for the columns that the file has."""

    line: int
    number: int
    """The row of the spreadsheet; 0 in JSON."""
    cells: Mapping[str, Cell]

    def text(self, column: str) -> str:
        """The text in the column; of a spreadsheet without the apostrophe that keeps it from being run as a formula."""
        text = self.cells.get(column, Cell("")).text.strip()
        return cell_text(text) if self.number else text

    def fault(self, column: str, key: str, **args: Any) -> Fault:
        """A fault in this column of the row."""
        cell = self.cells.get(column, Cell("", self.line))
        return Fault(key, cell.line, column, cell.letter, self.number, tuple(args.items()))


def read(text: str, faults: list[Fault], notes: list[Fault]) -> list[Row]:
    """The rows of a CSV or JSON text. Appends what is wrong to `faults`, what is only worth a look to `notes`."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = _json_rows if text.lstrip()[:1] in ("{", "[") else _csv_rows
    rows = reader(text, faults, notes)
    if len(rows) > MAX_ROWS:
        faults.append(Fault.of("fault.rows", given=len(rows), right=MAX_ROWS))
        return []
    if not rows and not faults:
        faults.append(Fault.of("fault.empty"))
    return rows


def _csv_rows(text: str, faults: list[Fault], notes: list[Fault]) -> list[Row]:
    records = _records(text, faults)
    head = next(records, None)
    if head is None:
        return []
    names = [cell.strip().casefold() for cell in head[2]]
    if not _header(head[0], names, faults, notes):
        return []
    rows = []
    for line, number, cells in records:
        if any(cell.strip() for cell in cells):
            rows.append(Row(line, number, _placed(line, number, names, cells, faults)))
    return rows


def _records(text: str, faults: list[Fault]) -> Iterator[tuple[int, int, list[str]]]:
    """The records of a CSV text, each with its line in the file and its row in a spreadsheet."""
    lines = text.split("\n")
    first = lines[0]
    at = number = int(first.casefold().startswith("sep="))
    delimiter = first[4:5] if at and len(first) > 4 else max(DELIMITERS, key=lambda d: _names_in(first, d))
    width = lines[min(at, len(lines) - 1)].count(delimiter)
    while at < len(lines):
        number += 1
        record, used = _record(lines, at, delimiter)
        if record is None:
            faults.append(Fault("fault.quote", at + 1, row=number))
            at = _resumed(lines, at + 1, delimiter, width)
        else:
            yield at + 1, number, record
            at += used


def _record(lines: Sequence[str], at: int, delimiter: str) -> tuple[list[str] | None, int]:
    """The record that begins in a line, and how many lines it takes; `None` if its quotation marks are wrong."""
    reader = csv.reader((f"{line}\n" for line in islice(lines, at, None)), delimiter=delimiter, strict=True)
    try:
        return next(reader), reader.line_num
    except csv.Error:
        return None, 0


def _resumed(lines: Sequence[str], at: int, delimiter: str, width: int) -> int:
    """After a wrong quotation mark, the next line with as many cells as there are columns."""
    return next((n for n in range(at, len(lines)) if lines[n].count(delimiter) >= width), len(lines))


def _names_in(line: str, delimiter: str) -> int:
    """How many names of columns a line holds if it is cut at this delimiter."""
    return len({part.strip(' "').casefold() for part in line.split(delimiter)} & set(COLUMNS))


def _header(line: int, names: Sequence[str], faults: list[Fault], notes: list[Fault]) -> bool:
    """Whether the rows below can be read. Unknown columns are only noted."""
    if not set(names) & set(COLUMNS):
        given = " ".join(name for name in names if name)[:80] or "—"
        faults.append(
            Fault("fault.header", line, row=line, args=(("given", given), ("right", "stars, answer, prompt_en")))
        )
        return False
    for at, name in enumerate(names):
        if name in COLUMNS and name in names[:at]:
            faults.append(Fault("fault.column_twice", line, name, letter(at), line, (("name", name),)))
        elif name and name not in COLUMNS:
            args = (("given", name[:40]), ("right", ", ".join(COLUMNS)))
            notes.append(Fault("fault.column_unknown", line, name[:40], letter(at), line, args))
    missing = [name for name in NEEDED if name not in names]
    faults.extend(Fault("fault.column_missing", line, row=line, args=(("name", name),)) for name in missing)
    if not set(names) & set(PROMPTS):
        faults.append(Fault("fault.prompt_missing", line, row=line))
    return True


def _placed(line: int, number: int, names: Sequence[str], cells: Sequence[str], faults: list[Fault]) -> dict[str, Cell]:
    """The cells by column. A cell with line breaks moves the line of the cells after it."""
    placed = {name: Cell("", line, letter(at)) for at, name in enumerate(names) if name in COLUMNS}
    for at, text in enumerate(cells):
        if at < len(names) and names[at]:
            placed[names[at]] = Cell(text, line, letter(at))
        elif text.strip():
            args = (("given", text.strip()[:40]),)
            faults.append(Fault("fault.cells", line, letter(at), letter(at), number, args))
        line += text.count("\n")
    return placed


def letter(at: int) -> str:
    """The name of a column in a spreadsheet: 0 → A, 25 → Z, 26 → AA."""
    return (letter(at // 26 - 1) if at > 25 else "") + chr(65 + at % 26)


def _json_rows(text: str, faults: list[Fault], notes: list[Fault]) -> list[Row]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        faults.append(Fault("fault.json", error.lineno, str(error.colno)))
        return []
    except (RecursionError, ValueError):
        faults.append(Fault.of("fault.json"))
        return []
    cards = data.get("cards") if isinstance(data, dict) else data
    if not isinstance(cards, list):
        faults.append(Fault("fault.json_shape", 1, args=(("given", _short(data)),)))
        return []
    rows = []
    for card, lines in zip(cards, _places(text), strict=True):
        if isinstance(card, dict):
            rows.append(json_row(card, lines, faults, notes))
        else:
            faults.append(Fault("fault.json_card", lines[""], args=(("given", _short(card)),)))
    return rows


def json_row(card: Mapping[str, Any], lines: Mapping[str, int], faults: list[Fault], notes: list[Fault]) -> Row:
    """A card of JSON as a row. `lines`: the lines of its fields, by name, and its own line under ""."""
    start = lines.get("", 0)
    cells = {name: Cell("", start) for name in (*NEEDED, *PROMPTS)}
    for name, value in card.items():
        line = lines.get(name, start)
        if name not in COLUMNS:
            args = (("given", name[:40]), ("right", ", ".join(COLUMNS)))
            notes.append(Fault("fault.column_unknown", line, name[:40], args=args))
        elif (text := _json_text(value)) is None:
            faults.append(Fault("fault.type", line, name, args=(("given", _short(value)),)))
            cells.pop(name, None)
        else:
            cells[name] = Cell(text, line)
    return Row(start, 0, cells)


def _json_text(value: Any) -> str | None:
    """A value of JSON as the text of a cell; `None` if it cannot be one."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    if value is None or isinstance(value, str):
        return value or ""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12 else None


_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}\[\]]|[^\s{}\[\],:"]+')


def _places(text: str) -> list[dict[str, int]]:
    """For each item in the list of cards of a JSON text, the lines of its fields, and its own line under ""."""
    places: list[dict[str, int]] = []
    path: list[tuple[str, str]] = []
    cards = [("[", "")] if text.lstrip().startswith("[") else [("{", ""), ("[", "cards")]
    key, line, end = "", 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", end, token.start())
        end = token.start()
        if token[2]:
            key = json.loads(token[1])
            if path[:-1] == cards:
                places[-1][key] = line
            continue
        if token[0] in ("}", "]"):
            path.pop()
        else:
            if path == cards:
                places.append({"": line})
            if token[0] in ("{", "["):
                path.append((token[0], key))
                places = [] if path == cards else places
        key = ""
    return places


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_GAP = re.compile("[\\s,;\u3001\uff0c\uff1b]+")


class _Card:
    """One row on its way to a question. Appends what is wrong to `faults`; `whole`: nothing has been wrong yet."""

    def __init__(self, row: Row, faults: list[Fault]) -> None:
        self.row, self.faults, self.whole = row, faults, True

    def fault(self, column: str, key: str, **args: Any) -> None:
        self.faults.append(self.row.fault(column, f"fault.{key}", **args))
        self.whole = False

    def text(self, column: str) -> str:
        """The text in the column. It is a fault if it cannot be shown or is too long."""
        text = self.row.text(column)
        if sign := _CONTROL.search(text):
            self.fault(column, "control", given=f"U+{ord(sign[0]):04X}")
        if len(text) > ROOM[column]:
            self.fault(column, "long", given=len(text), right=ROOM[column])
        return text

    def needed(self, column: str) -> str:
        """The text of a column that may not be empty. A missing column is already a fault of the file."""
        text = self.text(column)
        if not text:
            self.whole = False
            if column in self.row.cells:
                self.fault(column, "blank")
        return text

    def choice(self, column: str, known: Sequence[str], default: str) -> str:
        """One of the known texts; an empty cell is the default."""
        text = self.text(column).casefold() or default
        if text not in known:
            self.fault(column, column, given=text[:40], right=" | ".join(known))
            return default
        return text

    def stars(self) -> int:
        """The number of stars, written as a number or as ★★."""
        text = self.needed("stars")
        plain = plain_text(text)
        stars = len(plain) if plain.strip("★") == "" else int(plain) if re.fullmatch("[0-9]{1,3}", plain) else 0
        if text and stars not in STARS:
            self.fault("stars", "stars", given=text[:40], right=" | ".join(map(str, STARS)))
        return stars

    def both(self, column: str) -> tuple[str, str]:
        """The English and the Chinese text; if one is missing, the other in its place."""
        en, zh = self.text(f"{column}_en"), self.text(f"{column}_zh")
        return en or zh, zh or en

    def prompt(self) -> Text:
        """The question, in one language at least."""
        en, zh = self.both("prompt")
        if not en:
            self.whole = False
            if there := next((name for name in PROMPTS if name in self.row.cells), ""):
                self.fault(there, "prompt")
        return Text(en, zh)

    def answer(self, asked: Question) -> Question:
        """The question with its answers. If no kind is written, it is the first that the answer can be read as."""
        text = self.needed("answer")
        guess = next((kind for kind in KINDS[:2] if _value(replace(asked, kind=kind), text) is not None), KINDS[0])
        asked = replace(asked, kind=cast(Kind, self.choice("kind", KINDS, guess)))
        if asked.kind == "choice":
            wrong = self.others(asked.kind, lambda other: other, text)
            if not any(self.row.cells.get(column, Cell("")).text.strip() for column in WRONG):
                self.fault("wrong1", "choices")
            return self.told_apart(_offered(asked, text, wrong))
        value = _value(asked, text)
        if value is None or (asked.kind == "quotient_remainder" and "r" not in plain_text(text)):
            if text:
                self.fault("answer", "answer", given=text[:40], kind=asked.kind)
            return asked
        return _traced(replace(asked, answer=value), self.others(asked.kind, lambda other: _value(asked, other), value))

    def told_apart(self, offered: Question) -> Question:
        """The same question. It is a fault if a choice, typed by a person, would be taken for another one."""
        for choice in offered.choices:
            if offered.check(choice.text.en).value != choice.value:
                self.fault("answer", "alike", given=choice.text.en[:40])
        return offered

    def others(self, kind: Kind, read: Callable[[str], Value | None], answer: Value) -> list[Value]:
        """The wrong answers. It is a fault if one is there twice, or is right."""
        wrong: list[Value] = []
        for column in WRONG:
            text = self.text(column)
            value = read(text) if text else None
            if text and value is None:
                self.fault(column, "answer", given=text[:40], kind=kind)
            elif value == answer:
                self.fault(column, "wrong_right", given=text[:40])
            elif value in wrong:
                self.fault(column, "wrong_twice", given=text[:40])
            elif value is not None:
                wrong.append(value)
        return wrong

    def steps(self) -> tuple[Text, ...]:
        """The worked steps: one a line if both languages have equally many lines, otherwise one in all."""
        en, zh = self.both("solution")
        if not en:
            return ()
        lines = en.split("\n"), zh.split("\n")
        return tuple(map(Text, *lines)) if len(lines[0]) == len(lines[1]) else (Text(en, zh),)


def question(row: Row, id: str, faults: list[Fault]) -> Question | None:
    """The question in a row; `None` if it has faults, which are appended. Wrong answers are traced to error patterns.

    `id`: the id of the card if the row has none.
    """
    card = _Card(row, faults)
    stars, prompt = card.stars(), card.prompt()
    asked = Question(
        id=card.text("id") or id,
        family=card.text("family") or OWN_FAMILY,
        band=card.choice("band", BANDS, BANDS[0]),
        stars=stars,
        params=(),
        prompt=prompt,
        kind="int",
        answer="",
        steps=card.steps(),
        hints=tuple(Text(text, text) for text in (card.text("hint1"), card.text("hint2")) if text),
        distractors=(),
        seconds=SECONDS * stars,
        skills=tuple(tag for tag in _GAP.split(card.text("tags")) if tag),
    )
    complete = card.answer(asked)
    return complete if card.whole else None


def _value(asked: Question, text: str) -> Value | None:
    """The text as an answer to the question; `None` if it cannot be read."""
    return asked.check(text).value


def _traced(asked: Question, wrong: Sequence[Value]) -> Question:
    """The question with these wrong answers, each with the pattern that leads to it if there is exactly one."""
    fits = patterns(asked) if wrong else {}
    traced = []
    for value in wrong:
        bugs = [bug for bug, values in fits.items() if value in values]
        traced.append(Distractor(value, bugs[0] if len(bugs) == 1 else ""))
    return replace(asked, distractors=tuple(traced))


def _offered(asked: Question, right: str, wrong: Sequence[Value]) -> Question:
    """The question with choices A, B, C …, always in the same order, which does not give the answer away."""
    texts = sorted(
        {right, *map(str, wrong)}, key=lambda text: hashlib.sha256(f"{asked.prompt.en}|{text}".encode()).digest()
    )
    letters = dict(zip(texts, LETTERS, strict=False))
    choices = tuple(Choice(letter, Text(text, text)) for text, letter in letters.items())
    prompt = Text(*(asked.prompt.get(lang) + _options(choices, lang) for lang in ("en", "zh")))
    distractors = tuple(Distractor(letters[str(text)], "") for text in wrong)
    return replace(asked, prompt=prompt, answer=letters[right], distractors=distractors, choices=choices)


def _options(choices: Sequence[Choice], lang: str) -> str:
    """The choices as they are written after the prompt."""
    if choices and not choices[0].value.isalpha():
        return f" ({' '.join(choice.value for choice in choices)})"
    return "".join(f"  {choice.value} {choice.text.get(lang)}" for choice in choices)


def bare_prompt(question: Question, lang: str) -> str:
    """The prompt without the choices."""
    return question.prompt.get(lang).removesuffix(_options(question.choices, lang))


def written(question: Question, value: Value) -> str:
    """An answer as it is written in a pack: for a choice, its text."""
    text = next((choice.text for choice in question.choices if choice.value == value), None)
    if text is None:
        return str(value)
    return text.en if text.en == text.zh else f"{text.en} / {text.zh}"


def _with_remainder(question: Question) -> str:
    """Quotient and remainder even if nothing remains; "" for another kind of answer."""
    return f"{question.answer} r 0" if question.kind == "quotient_remainder" and "r" not in str(question.answer) else ""


def cells_of(question: Question) -> dict[str, str]:
    """The row of a question: by column, its text. Three wrong answers are kept, and one text for each hint."""
    hints = [one.en if one.en == one.zh else f"{one.en}\n{one.zh}" for one in question.hints[:2]]
    wrong = [written(question, one.value) for one in question.distractors[:3]]
    return {
        "id": question.id,
        "band": question.band,
        "stars": str(question.stars),
        "family": question.family,
        "prompt_zh": bare_prompt(question, "zh"),
        "prompt_en": bare_prompt(question, "en"),
        "kind": question.kind,
        "answer": _with_remainder(question) or written(question, question.answer),
        **dict(zip(WRONG, [*wrong, "", "", ""], strict=False)),
        **dict(zip(("hint1", "hint2"), [*hints, "", ""], strict=False)),
        "solution_zh": "\n".join(step.zh for step in question.steps),
        "solution_en": "\n".join(step.en for step in question.steps),
        "tags": " ".join(question.skills),
    }
