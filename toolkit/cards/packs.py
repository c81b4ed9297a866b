"""Packs: boxes of question cards that a teacher wrote, read from a spreadsheet's CSV or from JSON.

    box = pack("fractions.csv")        # the whole pack, or an error with every fault by line and column
    box.name                           # "pack:3f9a…": the same cards have the same name, in whichever file they were
    box.save("fractions.json")         # .csv (with a byte order mark, so that spreadsheets show Chinese), .json, .gift
    from_embedded(box.embed([3, 7]))   # a record of a match holds the cards that were asked

A pack is used like a deck, see `box.Cards`. Once it has been read it is known by its name, until `forget`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from toolkit.cards.card import STARS, Question, spell
from toolkit.cards.pack_rows import bare_prompt, cells_of, question, written
from toolkit.cards.pack_text import COLUMNS, MAX_ROWS, Row, json_row, read
from toolkit.core import files, words
from toolkit.core.faults import Fault, PackError
from toolkit.core.shown import cut, shown
from toolkit.core.words import BadInput

__all__ = [
    "COLUMNS",
    "MAX_BYTES",
    "MAX_ROWS",
    "Fault",
    "Pack",
    "PackError",
    "example",
    "from_embedded",
    "known",
    "pack",
]

MAX_BYTES = 5_000_000
FORMAT = 1
FEW = 10
"""Warn if a star level has fewer cards than this: they are asked again within a lesson."""
UNBALANCED = 4
"""Warn if one star level has this many times as many cards as another."""
NAME = re.compile("pack:[0-9a-f]{12}")

_known: dict[str, Pack] = {}
"""By name, the packs that were read or came with a record; a match stores the name alone."""


def example(lang: str) -> str:
    """A small pack as CSV, one card of each kind of answer: to be opened in a spreadsheet and written over."""
    return "\ufeff" + resources.files("toolkit.cards").joinpath(f"example.{lang}.csv").read_text("utf-8")


class Pack:
    """Cards numbered from 1. A pack from a record knows all numbers, but has only the cards that were embedded."""

    def __init__(
        self,
        questions: Mapping[int, Question],
        levels: Sequence[int],
        name: str,
        title: str = "",
        warnings: Sequence[Fault] = (),
    ) -> None:
        self.name, self.title, self.warnings = name, title, tuple(warnings)
        self._questions, self._levels = dict(questions), tuple(levels)
        numbered = list(enumerate(self._levels, 1))
        self._cards = {stars: tuple(n for n, level in numbered if level == stars) for stars in STARS}

    @classmethod
    def of(cls, questions: Iterable[Question], title: str = "") -> Pack:
        """A pack of these questions, for example generated ones, as if they had been saved and read again."""
        return _read(to_json(questions), title)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(self._cards[stars])} {'★' * stars}" for stars in STARS)
        notes = f"; worth a look: {len(self.warnings)}, see report()" if self.warnings else ""
        return f"Pack({self.name}, {len(self)} cards: {counts}{notes})"

    def __len__(self) -> int:
        return len(self._levels)

    def __iter__(self) -> Iterator[Question]:
        """The cards that this pack has, by number."""
        return (self._questions[number] for number in sorted(self._questions))

    @property
    def whole(self) -> bool:
        """Whether this pack has every card."""
        return len(self._questions) == len(self._levels)

    def cards(self, stars: int) -> tuple[int, ...]:
        """The numbers of the cards with this many stars, perhaps none. `BadInput` if `stars` is not 1, 2 or 3."""
        if stars not in self._cards:
            raise BadInput("stars", given=shown(stars), right=" | ".join(map(str, STARS)))
        return self._cards[stars]

    def stars(self, number: int) -> int:
        """The number of stars of a card. `BadInput` for a number that is not in the pack."""
        if number not in range(1, len(self) + 1):
            raise BadInput("card", given=shown(number), right=f"1 … {len(self)}")
        return self._levels[number - 1]

    def card(self, number: int) -> Question:
        """The card with this number. `BadInput` as for `stars`; `PackError` for a card that was not embedded."""
        self.stars(number)
        if number not in self._questions:
            raise PackError([Fault.of("fault.not_embedded", number=number)])
        return self._questions[number]

    def report(self, lang: str | None = None) -> str:
        """The warnings, one a line below a heading; "" if there are none. `BadInput` for an unknown language."""
        language = words.known_lang(lang) if lang else words.current()
        lines = [warning.say(language) for warning in self.warnings]
        return "\n".join([words.say("head.warnings", language), *lines]) if lines else ""

    def csv(self, delimiter: str = ",") -> str:
        """The cards as CSV for a spreadsheet program."""
        return to_csv(self, delimiter)

    def json(self) -> str:
        """The cards as JSON, as pack.schema.json describes it."""
        return to_json(self, self.title)

    def gift(self, lang: str = "en") -> str:
        """The cards for Moodle, in one language. `BadInput` for an unknown language."""
        return to_gift(self, lang)

    def save(self, path: str | Path, lang: str | None = None) -> Path:
        """Writes .csv, .json or .gift (for Moodle, in one language) and returns the path.

        `BadInput` for another ending, and if the file cannot be written.
        """
        path = Path(path)
        match path.suffix.lower():
            case ".csv":
                text = self.csv()
            case ".json":
                text = self.json()
            case ".gift":
                text = self.gift(lang or words.current())
            case other:
                raise PackError([Fault.of("fault.save", given=other or repr(path.name))])
        return files.write(path, text)

    def embed(self, numbers: Iterable[int] | None = None) -> dict[str, Any]:
        """The pack for a record, as values for JSON: name, the stars of all cards, and these cards (`None`: all)."""
        chosen = sorted(self._questions) if numbers is None else sorted(set(numbers))
        return {
            "name": self.name,
            "title": self.title,
            "stars": "".join(map(str, self._levels)),
            "cards": {str(number): _json_card(self.card(number)) for number in chosen},
        }


def pack(source: str | Path | bytes, title: str = "") -> Pack:
    """The pack in a file, or in the text or bytes of one: CSV (`,`, `;` or tabs) or JSON. Afterwards it is `known`.

    `PackError` (a `BadInput`) has every fault with line and column. Things that are only worth a look are in
    `Pack.warnings`: cards that are there twice, too few cards of a star level, unknown columns.
    """
    if not isinstance(source, str | Path | bytes):
        raise PackError([Fault.of("fault.source", given=shown(source))])
    if isinstance(source, str) and (set(source) & {"\n", "\r"} or source.lstrip("\ufeff \t\r")[:1] in ("{", "[")):
        return _read(source, title)
    if isinstance(source, bytes):
        return _read(_decoded(source), title)
    path = Path(source)
    return _read(_decoded(_file(path)), title or path.stem)


def known(name: str) -> Pack:
    """The pack with this name, if it was read or came with a record; otherwise `PackError`."""
    if name not in _known:
        raise PackError([Fault.of("fault.not_loaded", name=repr(name))])
    return _known[name]


def forget() -> None:
    """Forgets every pack, as a new process would: records then bring their own cards."""
    _known.clear()


def from_embedded(data: Any) -> Pack:
    """The pack in a record, or the whole pack if it is known. `PackError` if the data is not a pack or was edited."""
    name, levels, cards = _embedded(data)
    questions = _embedded_questions(name, levels, cards)
    there = _known.get(name)
    if there and there._levels == levels:
        if there.whole:
            return there
        if any(questions[number] != one for number, one in there._questions.items() if number in questions):
            raise PackError([Fault.of("fault.edited", name=name)])
        questions |= there._questions
    new = Pack(questions, levels, name, cut(str(data.get("title", "")), 100), there.warnings if there else ())
    if new.whole and _name(list(new)) != name:
        raise PackError([Fault.of("fault.edited", name=name)])
    return _remember(new)


def unpack(data: Any) -> Callable[[], None]:
    """`from_embedded`. Calling what it returns takes the pack away again, where the record cannot be used."""
    before = dict(_known)
    from_embedded(data)

    def forget_it() -> None:
        for name in _known.keys() - before.keys():
            del _known[name]
        _known.update(before)

    return forget_it


def _embedded_questions(
    name: str, levels: Sequence[int], cards: Mapping[int, Mapping[str, Any]]
) -> dict[int, Question]:
    faults: list[Fault] = []
    made = {number: question(json_row(card, {}, faults, []), str(number), faults) for number, card in cards.items()}
    if faults:
        raise PackError(faults)
    questions = {number: one for number, one in made.items() if one}
    if any(levels[number - 1] != one.stars for number, one in questions.items()):
        raise PackError([Fault.of("fault.edited", name=name)])
    return questions


def _embedded(data: Any) -> tuple[str, tuple[int, ...], dict[int, dict[str, Any]]]:
    """Name, stars of all cards and embedded cards of an embedded pack, after a check of their shape."""
    try:
        name, levels = data["name"], tuple(map(int, data["stars"]))
        cards = {int(number): card for number, card in data["cards"].items()}
        sound = NAME.fullmatch(name) and 1 <= len(levels) <= MAX_ROWS and set(levels) <= set(STARS)
        if sound and all(number in range(1, len(levels) + 1) and isinstance(cards[number], dict) for number in cards):
            return name, levels, cards
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    raise PackError([Fault.of("fault.embedded", given=shown(data))])


def _remember(new: Pack) -> Pack:
    """Makes the pack known, unless it lacks cards that the known one has."""
    there = _known.get(new.name)
    if there and there.whole and not new.whole:
        return there
    _known[new.name] = new
    return new


def _file(path: Path) -> bytes:
    try:
        data = files.read(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        given = shown(str(path)[-90:], 100)
        raise PackError([Fault.of("fault.file", given=given, reason=files.cause(error))]) from None
    if len(data) > MAX_BYTES:
        raise PackError([_too_long(path.stat().st_size)])
    return data


def _too_long(size: int) -> Fault:
    return Fault.of("fault.file_size", given=size, right=MAX_BYTES)


WORKBOOKS = {b"PK\x03\x04": ".xlsx", b"\xd0\xcf\x11\xe0": ".xls"}
"""How the files of spreadsheet programs begin."""


def _decoded(data: bytes) -> str:
    """The text of UTF-8, or of UTF-16 with a byte order mark, which spreadsheet programs call "Unicode text"."""
    if ending := WORKBOOKS.get(data[:4]):
        raise PackError([Fault.of("fault.workbook", given=ending)])
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PackError([Fault("fault.encoding", line, row=line)]) from None


def _read(text: str, title: str) -> Pack:
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise PackError([_too_long(len(text))])
    faults: list[Fault] = []
    notes: list[Fault] = []
    rows = read(text, faults, notes)
    made = [question(row, id, faults) for row, id in zip(rows, _ids(rows), strict=True)]
    faults += _ids_twice(rows)
    for note in _asked_twice(rows, made):
        (notes if note.key == "warning.same_card" else faults).append(note)
    if faults:
        raise PackError(sorted(faults, key=lambda fault: (fault.line, len(fault.letter), fault.letter)))
    questions = [one for one in made if one]
    notes += _guessed(rows, questions)
    notes += _balance(questions)
    levels = [one.stars for one in questions]
    return _remember(Pack(dict(enumerate(questions, 1)), levels, _name(questions), cut(title, 100), notes))


def _name(questions: Iterable[Question]) -> str:
    """The name of a pack, made of its cards as they would be saved."""
    text = json.dumps([cells_of(one) for one in questions], ensure_ascii=True, separators=(",", ":"))
    return "pack:" + hashlib.sha256(text.encode()).hexdigest()[:12]


def _ids(rows: Sequence[Row]) -> list[str]:
    """The ids of the rows. A row without one gets its number, with a mark if another row has that id."""
    written = [row.text("id") for row in rows]
    taken = set(written)
    return [id or (f"#{number}" if str(number) in taken else str(number)) for number, id in enumerate(written, 1)]


def _ids_twice(rows: Sequence[Row]) -> Iterator[Fault]:
    """A fault for each id that is used again, with the line where it was first."""
    first: dict[str, int] = {}
    for row in rows:
        if (id := row.text("id")) in first:
            yield row.fault("id", "fault.id_twice", given=id[:40], first=first[id])
        elif id:
            first[id] = row.line


def _asked_twice(rows: Sequence[Row], questions: Sequence[Question | None]) -> Iterator[Fault]:
    """For each question that is there again: a fault if it has another answer, otherwise a warning."""
    prompts: dict[Any, tuple[int, Question]] = {}
    for row, one in zip(rows, questions, strict=True):
        if one is None:
            continue
        line, other = prompts.setdefault(one.prompt, (row.line, one))
        if written(one, one.answer) != written(other, other.answer):
            yield row.fault("answer", "fault.two_answers", first=line, given=written(other, other.answer)[:40])
        elif other is not one:
            yield row.fault("prompt_en" if row.text("prompt_en") else "prompt_zh", "warning.same_card", first=line)


def _guessed(rows: Sequence[Row], questions: Sequence[Question]) -> Iterator[Fault]:
    """A warning for each card that was taken for a choice without being called one."""
    for row, one in zip(rows, questions, strict=True):
        if one.kind == "choice" and not row.text("kind"):
            yield row.fault("answer", "warning.guessed", given=written(one, one.answer))


def _balance(questions: Sequence[Question]) -> Iterator[Fault]:
    """Warnings about star levels with few cards, and about a pack for both bands."""
    counts = Counter(one.stars for one in questions)
    for stars in STARS:
        if not counts[stars]:
            yield Fault.of("warning.no_stars", stars="★" * stars)
        elif counts[stars] < FEW:
            yield Fault.of("warning.few", stars="★" * stars, given=counts[stars])
    if max(counts.values()) >= UNBALANCED * min(counts.values()):
        yield Fault.of("warning.unbalanced", given=" | ".join(str(counts[stars]) for stars in STARS))
    if len({one.band for one in questions}) > 1:
        yield Fault.of("warning.bands")


def to_csv(questions: Iterable[Question], delimiter: str = ",") -> str:
    """CSV for a spreadsheet program, see `files.spreadsheet`."""
    return files.spreadsheet(COLUMNS, map(cells_of, questions), delimiter)


def to_json(questions: Iterable[Question], title: str = "") -> str:
    """JSON as pack.schema.json describes it."""
    cards = [_json_card(one) for one in questions]
    return json.dumps({"toolkit_pack": FORMAT, "title": title, "cards": cards}, ensure_ascii=False, indent=1) + "\n"


def _json_card(one: Question) -> dict[str, Any]:
    """The cells that are not empty, numbers as numbers, tags as a list."""
    card: dict[str, Any] = {name: text for name, text in cells_of(one).items() if text}
    card["stars"] = one.stars
    if one.kind == "int":
        card["answer"] = one.answer
        card |= {f"wrong{at}": wrong.value for at, wrong in enumerate(one.distractors[:3], 1)}
    return card | ({"tags": list(one.skills)} if one.skills else {})


def to_gift(questions: Iterable[Question], lang: str = "en") -> str:
    """Moodle's GIFT in one language: a number, choices, or a short answer in several spellings; steps as feedback."""
    words.known_lang(lang)
    return "\n\n".join(_gift(one, lang) for one in questions) + "\n"


def _gift(one: Question, lang: str) -> str:
    title = _escaped(f"{one.family} {'★' * one.stars} {one.id}")
    steps = _escaped("\n".join(step.get(lang) for step in one.steps))
    feedback = f"\n####{steps}\n" if steps else ""
    answers = " ".join(_gift_choices(one, lang) if one.choices else _gift_answers(one))
    return f"::{title}::[plain]{_escaped(bare_prompt(one, lang))}{{{answers}{feedback}}}"


def _gift_answers(one: Question) -> Iterator[str]:
    if one.kind == "int":
        yield f"#{one.answer}"
        return
    spelled = [str(one.answer), *(spell(one.answer, each) for each in words.LANGS)]
    spelled += [text.replace(" ", "") for text in spelled]
    yield from (f"={_escaped(text)}" for text in dict.fromkeys(spelled))


def _gift_choices(one: Question, lang: str) -> Iterator[str]:
    """The choices: one is right, or several share the mark."""
    right = {one.answer} if one.kind == "choice" else set(str(one.answer))
    for choice in one.choices:
        text = _escaped(choice.text.get(lang))
        if one.kind == "choice":
            yield f"{'=' if choice.value in right else '~'}{text}"
        else:
            yield f"~%{100 / len(right):.5f}%{text}" if choice.value in right else f"~%-100%{text}"


def _escaped(text: str) -> str:
    """The text with a backslash before the signs that GIFT uses, and line breaks as backslash and n."""
    return re.sub(r"[\\~=#{}:]", lambda sign: "\\" + sign[0], text).replace("\n", "\\n")
