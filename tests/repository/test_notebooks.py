"""What nbval does not see: both languages have the same code, every cell has run, nothing in them needs the network."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.support.books import BOOKS

NAMES = sorted(path.name for path in (BOOKS / "en").glob("*.ipynb"))
LANG = re.compile(r'toolkit\.lang\("(en|zh)"\)')
HAN = re.compile(r"[\u4e00-\u9fff]")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")


def cells(lang: str, name: str, kind: str) -> list[dict[str, Any]]:
    book = json.loads((BOOKS / lang / name).read_text("utf-8"))
    return [cell for cell in book["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_both_languages_have_the_same_notebooks() -> None:
    assert NAMES and sorted(path.name for path in (BOOKS / "zh").glob("*.ipynb")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_code_is_the_same_but_for_the_language(name: str) -> None:
    en, zh = ([source(cell) for cell in cells(lang, name, "code")] for lang in ("en", "zh"))
    assert [LANG.findall(text) for text in en if LANG.search(text)] == [["en"]]
    assert [LANG.sub("…", text) for text in en] == [LANG.sub("…", text) for text in zh]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_every_cell_has_run_and_none_failed(name: str, lang: str) -> None:
    code = cells(lang, name, "code")
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert len(code) <= 12
    assert not [
        o
        for cell in code
        for o in cell["outputs"]
        if o["output_type"] in ("error", "stream") and o.get("name") != "stdout"
    ]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_first_you_guess_the_exact_answer_is_folded_until_its_cell_is_run(lang: str) -> None:
    """JupyterLab unfolds an output when its cell runs."""
    compared = [cell for name in NAMES for cell in cells(lang, name, "code") if "compare(" in source(cell)]
    assert len(compared) >= 7
    assert all(cell["metadata"].get("jupyter", {}).get("outputs_hidden") for cell in compared)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_outputs_need_no_network_and_no_kernel(name: str, lang: str) -> None:
    book = json.loads((BOOKS / lang / name).read_text("utf-8"))
    assert "widgets" not in book["metadata"], "saved widget state"
    outputs = json.dumps([cell["outputs"] for cell in cells(lang, name, "code")])
    assert not re.search(r'(?:src|href)=\\?["\'](?:https?:)?//', outputs)
    assert "0x7f" not in outputs, "an address in a repr"


@pytest.mark.parametrize("name", NAMES)
def test_prose_is_in_its_language_and_stands_in_the_same_places(name: str) -> None:
    en, zh = (cells(lang, name, "markdown") for lang in ("en", "zh"))
    assert len(en) == len(zh)
    for left, right in zip(en, zh, strict=True):
        assert not HAN.search(source(left).replace("中文", ""))
        assert HAN.search(source(right))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str, lang: str) -> None:
    for cell in cells(lang, name, "markdown"):
        for target in LINK.findall(source(cell)):
            assert (BOOKS / lang / target).exists(), target
