"""Both languages say the same, and whatever the code says there are words for."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

import toolkit
from toolkit.core import book, words
from toolkit.core.game import CHANCE, HOST, IllegalAction
from toolkit.core.match import Match

PACKAGE = Path(toolkit.__file__).parent
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/words"))
TREES = {path: ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}

HAN = re.compile(r"[\u4e00-\u9fff]")
NARROW = re.compile(r"[\u3000-\u9fff][,;:?!]|[,;:?!.](?=[\u3000-\u9fff])")
NO_PROSE = re.compile(r"`[^`]*`|\{[^{}]*\}|\w+=\"[^\"]*\"|--[\w-]+|“[a-z_0-9]+”|\.(csv|json|gift)\b|toolkit\.pack")
LATIN_IN_CHINESE = {
    "choice",
    "Altair",
    "CSV",
    "Ctrl",
    "English",
    "JSON",
    "JupyterLab",
    "None",
    "UTF",
    "en",
    "sum",
    "toolkit",
    "warm",
    "zh",
}
EVENTS = {"Event": (0, 3), "tell": (1, 3), "gain": (3, 4), "gain_all": (3, 4)}
"""What makes an event: the places of its kind and of its rule."""
UNDONE = re.compile(r"TODO|FIXME|XXX|\?\?\?|lorem", re.IGNORECASE)

each_game = pytest.mark.parametrize("game", GAMES)
each_catalogue = pytest.mark.parametrize("game", ["", *GAMES])
each_lang = pytest.mark.parametrize("lang", words.LANGS)


def fields(text: str) -> set[str]:
    """The fields of a text, but for those that only choose between one and many."""
    return {name for _, name, spec, _ in Formatter().parse(text) if name and not (spec or "").startswith("?")}


def all_fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def sources(*folders: str) -> Iterator[ast.AST]:
    """Every node of the code in these folders of the package."""
    for path, tree in TREES.items():
        if any(folder in path.relative_to(PACKAGE).as_posix() for folder in folders):
            yield from ast.walk(tree)


def calls(name: str, *folders: str) -> Iterator[ast.Call]:
    for node in sources(*folders):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def texts(node: ast.AST) -> Iterator[str]:
    """The strings in an expression; an f-string gives what stands before its first field, and "*"."""
    if isinstance(node, ast.JoinedStr):
        head = node.values[0]
        yield f"{head.value}*" if isinstance(head, ast.Constant) else "*"
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def argument(call: ast.Call, place: int, name: str) -> Iterator[str]:
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return (text for node in named or call.args[place : place + 1] for text in texts(node))


def covered(asked: set[str], there: set[str]) -> set[str]:
    """What is asked for and not there; "due_*" asks for anything that begins with it."""
    return {
        key
        for key in asked
        if (not any(name.startswith(key[:-1]) for name in there) if key.endswith("*") else key not in there)
    }


def below(catalogue: Any, table: str) -> set[str]:
    return {key.removeprefix(f"{table}.") for key in catalogue if key.startswith(f"{table}.")}


@each_catalogue
def test_both_languages_have_the_same_keys_in_the_same_order(game):
    en, zh = (words.catalogue(lang, game) for lang in words.LANGS)
    assert list(en) == list(zh)
    assert not game or {"title", "about"} <= set(en)


@each_catalogue
def test_both_languages_take_the_same_fields(game):
    en, zh = (words.catalogue(lang, game) for lang in words.LANGS)
    for key, text in en.items():
        assert fields(text) <= all_fields(zh[key]) <= all_fields(text), key


@each_catalogue
@each_lang
def test_a_field_that_is_a_word_has_its_table(game, lang):
    catalogue = words.catalogue(lang, game)
    for key, text in catalogue.items():
        for _, _, spec, _ in Formatter().parse(text):
            assert not (spec or "").startswith("@") or below(catalogue, spec[1:]), key


def prose(lang: str) -> Iterator[tuple[str, str]]:
    """All texts that people read, without fields, code and options."""
    for game in ["", *GAMES]:
        for key, text in words.catalogue(lang, game).items():
            if not key.startswith("ruleset_rule."):
                yield f"{game}.{key}", NO_PROSE.sub("", text)
    for game in GAMES:
        for paragraph in book.book(game, lang):
            yield f"{game}: {paragraph.id}", NO_PROSE.sub("", paragraph.text)


def test_chinese_is_chinese():
    for key, text in prose("zh"):
        assert set(re.findall("[A-Za-z]{2,}", text)) <= LATIN_IN_CHINESE, key
        assert HAN.search(text) or not re.search(r"[^\W\d_]", text) or key == ".button.language", key
        assert ".command." in key or not NARROW.search(text), key


def test_english_is_english():
    assert [key for key, text in prose("en") if HAN.search(text)] == [".button.language"]


@each_lang
def test_nothing_is_left_undone(lang):
    for key, text in prose(lang):
        assert not UNDONE.search(text), key
        assert "'" not in text, f"{key}: a typewriter's apostrophe"


@each_game
def test_every_event_has_words_and_every_word_its_event(game):
    making = ((call, kind) for name, (kind, _) in EVENTS.items() for call in calls(name, f"games/{game}/"))
    kinds = {text for call, place in making for text in argument(call, place, "kind")}
    there = below(words.catalogue("en", game), "event")
    assert not covered(kinds, there) and not covered(there, kinds)


@each_game
def test_every_refusal_has_words_and_every_word_its_refusal(game):
    raising = calls("IllegalAction", f"games/{game}/", "core/")
    raised = {text for call in raising for text in argument(call, 0, "reason")}
    there = below(words.catalogue("en", game), "why")
    assert not covered(raised, there)
    known = raised | {text for node in sources(f"games/{game}/") for text in texts(node)}
    heads = tuple(reason[:-1] for reason in raised if reason.endswith("*"))
    assert not {reason for reason in there - known if not reason.startswith(heads)}


def test_every_error_has_words_that_its_arguments_fill():
    there = below(words.catalogue("en"), "error")
    used = {text.removeprefix("error.") for tree in TREES.values() for text in texts(tree) if "error." in text}
    for call in [*calls("BadInput", ""), *calls("BadLaw", "")]:
        given = {keyword.arg for keyword in call.keywords}
        for key in argument(call, 0, "key"):
            used.add(key)
            assert key in there, key
            assert all_fields(words.catalogue("en")[f"error.{key}"]) <= given or None in given, key
    assert not there - used


def asked(by: str, *folders: str) -> set[str]:
    """Keys that code and templates ask for in `by("…")`; "card.*" where the end of the key is filled in."""
    call = re.compile(rf"""\b{by}\(f?["']([\w.-]+)(["']\s*[,)])?""")
    files = [path for folder in folders for path in (PACKAGE / folder).rglob("*.*")]
    found = [call.findall(path.read_text("utf-8")) for path in files if path.suffix in (".py", ".jinja")]
    return {key if whole else f"{key}*" for keys in found for key, whole in keys}


@each_game
def test_every_key_that_a_game_asks_for_is_there(game):
    panel = {f"panel.{key}" for key in asked("_phrase", f"games/{game}")}
    assert not covered(panel | asked("t", "ui", f"games/{game}"), set(words.catalogue("en", game)))


def test_every_key_that_a_table_asks_for_is_there():
    there = {f"{game}.{key}" for game in GAMES for key in words.catalogue("en", game)}
    said = {key for key in asked("w", ".") | asked("say", ".") if "." in key}
    assert not covered(said, there | set(words.catalogue("en")))


@each_game
def test_both_rulebooks_have_the_same_rules(game):
    en, zh = (book.book(game, lang) for lang in words.LANGS)
    assert [(p.id, p.origin, p.level) for p in en] == [(p.id, p.origin, p.level) for p in zh]
    assert max(Counter(p.id for p in en).values()) == 1
    for one, other in zip(en, zh, strict=True):
        assert one.text and other.text and not (one.level and one.origin), one.id
        assert sorted(re.findall("`[^`]+`", one.text)) == sorted(re.findall("`[^`]+`", other.text)), one.id


@each_game
def test_every_rule_that_the_code_names_is_in_the_rulebook(game):
    ids = {paragraph.id for paragraph in book.book(game, "en")}
    heads = {id.partition(".")[0] for id in ids}
    named = set()
    for path, tree in TREES.items():
        name = path.relative_to(PACKAGE).as_posix()
        said = [(call, place) for kind, (_, place) in EVENTS.items() for call in calls(kind, name)]
        said += [(call, 1) for call in calls("IllegalAction", name)]
        if name.startswith(f"games/{game}/") and said:
            for call, place in said:
                named |= set(argument(call, place, "rule"))
            named |= {text for text in texts(tree) if text.partition(".")[0] in heads}
    assert not covered({text for text in named if re.fullmatch(r"[a-z]+(\.[a-z_]+)*\.[a-z_]*\*?", text)}, ids)


@each_game
def test_every_option_has_a_label_and_a_ruling(game):
    kind = import_module(f"toolkit.games.{game}.state").Ruleset
    for lang in words.LANGS:
        catalogue = words.catalogue(lang, game)
        assert below(catalogue, "ruleset") == below(catalogue, "ruleset_rule") == set(kind.__struct_fields__)
        for field in msgspec.structs.fields(kind):
            paragraph = book.rule(game, catalogue[f"ruleset_rule.{field.name}"], lang)
            assert paragraph.origin == "ruling", field.name
            assert re.search(rf"`{field.name}\b", paragraph.text), field.name
            if get_origin(field.type) is Literal:
                values = get_args(field.type)
                assert below(catalogue, f"ruleset_value.{field.name}") == set(map(str, values)), field.name
                assert all(json.dumps(value) in paragraph.text for value in values), field.name


def test_a_latin_name_stands_apart_from_chinese_signs():
    say = words.say
    assert say("cloud_mountain.event.mark", "zh", who=2) == "先手玩家标记传给 C 队。"
    assert say("cloud_mountain.event.mark", "zh", ("飞龙", "猛虎", "山猫"), who=2) == "先手玩家标记传给山猫。"
    assert say("cloud_mountain.event.done", "zh", who=0) == "A 队摆好了。"
    assert say("cloud_mountain.event.round_won", "zh", round=1, points=9, winners=(0, 1)).endswith("：A 队、B 队。")


def test_a_typed_word_means_one_thing():
    for game in GAMES:
        said: Counter[str] = Counter()
        for lang in words.LANGS:
            for key, text in [*words.catalogue(lang).items(), *words.catalogue(lang, game).items()]:
                if key.startswith("command.") and key != "command.help":
                    said.update(word.strip().lower() for word in text.split(","))
        assert all(count == 1 for count in said.values()), said.most_common(3)


def options(kind: Any, rng: Random) -> dict[str, Any]:
    """Any value for the options that have few."""
    return {
        field.name: rng.choice(get_args(field.type) if get_origin(field.type) is Literal else (False, True))
        for field in msgspec.structs.fields(kind)
        if field.type is bool or get_origin(field.type) is Literal
    }


def play(module: Any, seed: int) -> Iterator[tuple[Any, list[Any]]]:
    """The states of a random match, each with the actions of other moments: one of every type so far."""
    rng = Random(seed)
    kind = import_module(f"{module.__name__}.state").Ruleset
    match = Match(module, rng.choice(module.SEATS), seed=seed, **options(kind, rng))
    kept: dict[type, Any] = {}
    while (seats := match.to_move) and match.ply < 400:
        seat = HOST if rng.random() < 0.02 else rng.choice(seats)
        legal = match.legal_actions(seat)
        if legal:
            match.play(module.fill(match.state, rng.choice(legal), rng, 0.5))
        elif seats == (CHANCE,):
            match.chance()
        kept |= {type(action): action for action in match.log[-1:]}
        yield match.state, list(kept.values())


@each_game
def test_what_happens_in_a_match_can_be_said(game, full):
    module = import_module(f"toolkit.games.{game}")
    ids = {paragraph.id for paragraph in book.book(game, "en")}
    for seed in range(100 if full else 8):
        for state, others in play(module, seed):
            for event in state.events:
                assert not event.rule or event.rule in ids, event
                for lang in words.LANGS:
                    args = {"who": event.seat, **dict(event.args)}
                    assert words.say(f"{game}.event.{event.kind}", lang, (), **args)
            for action in others:
                try:
                    module.apply(state, action)
                except IllegalAction as error:
                    assert not error.rule or error.rule in ids, error
                    for lang in words.LANGS:
                        assert words.say(f"{game}.why.{error.reason}", lang, (), **error.args_)
