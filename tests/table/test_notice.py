"""The line below a cell while the first charts of a machine are made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolkit.core import cache
from toolkit.table import notice

WORDS = {"en": "being prepared", "zh": "正在准备"}


class Shown:
    """Instead of a notebook: what stands below the cell."""

    def __init__(self) -> None:
        self.contents: list[dict[str, str]] = []

    def display(self, content: dict[str, str], **options: Any) -> Shown:
        assert options == {"raw": True, "display_id": True}
        self.contents.append(content)
        return self

    def update(self, content: dict[str, str], raw: bool) -> None:
        self.contents.append(content)


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shown:
    below = Shown()
    monkeypatch.setenv(cache.ENV, str(tmp_path))
    monkeypatch.setattr(notice, "_is_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", below.display)
    cache.forget()
    return below


@pytest.mark.parametrize("lang", WORDS)
def test_the_line_comes_before_the_first_value_is_made_and_goes_at_the_end(shown: Shown, lang: str) -> None:
    with notice.while_making(lang):
        assert shown.contents == []
        for key in "ab":
            cache.cached_text("thing", key, lambda: str(len(shown.contents)))
    first, last = shown.contents
    assert WORDS[lang] in first["text/plain"] and WORDS[lang] in first["text/html"]
    assert set(last.values()) == {""}
    assert cache.cached_text("thing", "a", str) == "1", "it was to be seen before the work began"


def test_nothing_is_said_when_all_is_there_or_when_nobody_sees_it(shown: Shown, monkeypatch: Any) -> None:
    cache.cached_text("thing", "a", lambda: "kept")
    with notice.while_making("en"):
        cache.cached_text("thing", "a", lambda: "kept")
    monkeypatch.setattr(notice, "_is_notebook", lambda: False)
    with notice.while_making("en"):
        cache.cached_text("thing", "b", lambda: "made")
    assert shown.contents == []


def test_an_error_on_the_way_takes_the_line_away(shown: Shown) -> None:
    with pytest.raises(ZeroDivisionError), notice.while_making("en"):
        cache.cached_text("thing", "a", lambda: str(1 // 0))
    assert set(shown.contents[-1].values()) == {""}
    assert cache.told.get()() is not None
