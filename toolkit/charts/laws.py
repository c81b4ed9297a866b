"""A law, or chances by name, as one plot: columns over numbers, bars beside names.

It is Vega-Lite written down, without Altair, so that a picture of a law does not wait for Altair's import.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from toolkit.charts import theme
from toolkit.charts.theme import Spec
from toolkit.core import chance_table, words

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
ROW = 26
"""The height of a bar and its gap, in pixels."""
LABELLED = 20
"""As many columns have room for their percentage."""
WIDTH = 420


def spec(chances: Mapping[Any, Fraction]) -> Spec:
    """The plot of the chances in Vega-Lite; its description names the outcomes and their chances."""
    lang = words.current()
    names = [chance_table.name(outcome, lang) for outcome in chances]
    texts = [chance_table.percent(p) for p in chances.values()]
    rows = [
        {"name": name, "p": float(p), "text": text}
        for name, p, text in zip(names, chances.values(), texts, strict=True)
    ]
    few = chance_table.extract(chances)
    said = [
        words.say("chances.alt", lang, name=chance_table.name(one, lang), p=chance_table.percent(p))
        for one, p in few.shown
    ]
    drawn = _columns(rows, lang) if all(map(chance_table.is_number, chances)) else _bars(rows, lang)
    return {"$schema": SCHEMA, "config": theme.THEME, "description": "; ".join(said), "data": {"values": rows}, **drawn}


def _columns(rows: list[dict[str, Any]], lang: str) -> Spec:
    x = {"field": "name", "type": "nominal", "sort": None, "title": None}
    axis = {"labelAngle": 0, "labelOverlap": True, "ticks": False}
    texts = {"mark": {"type": "text", "dy": -8}, "encoding": {"text": {"field": "text"}}}
    return {
        "width": max(WIDTH, 2 * len(rows)) if len(rows) > LABELLED else 44 * len(rows),
        "height": 180,
        "encoding": {"x": {**x, "axis": axis}, "y": _share("p", lang)},
        "layer": [{"mark": {"type": "bar"}}, *([texts] if len(rows) <= LABELLED else [])],
    }


def _bars(rows: list[dict[str, Any]], lang: str) -> Spec:
    y = {"field": "name", "type": "nominal", "sort": None, "title": None}
    texts = {"mark": {"type": "text", "align": "left", "dx": 4}, "encoding": {"text": {"field": "text"}}}
    return {
        "width": WIDTH,
        "height": ROW * len(rows),
        "encoding": {"y": y, "x": _share("p", lang)},
        "layer": [{"mark": {"type": "bar", "height": 14}}, texts],
    }


def _share(field: str, lang: str) -> Spec:
    title = words.say("chances.title", lang)
    return {"field": field, "type": "quantitative", "title": title, "axis": {"format": ".0%"}}
