"""Charts that bring their own Vega-Lite spec: the panel gives them rows, room and the theme, as it does to the others.

    Chart("mine", "spec", spec={"data": {"name": "rows"}, "mark": "bar", "encoding": {…}})
    Chart("mine", "spec", spec=altair_chart.to_json())

Wherever the spec names the data `rows`, it gets the rows of this chart, of every series. One plot, in layers or not,
is as wide and high as the `Chart` says, axes not counted. A spec composed of several plots keeps its own sizes.
Colours that the spec leaves open are those of the theme, so they follow light and dark; a colour of its own does not.
Two such charts in one panel must not name a parameter or a view alike.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from toolkit.charts import theme
from toolkit.charts.layers import is_of
from toolkit.charts.theme import Spec
from toolkit.core.panel import RIGHT_SPEC, ROWS, Chart, Panel
from toolkit.core.words import BadInput

alt = theme.altair
WHOLE = ("$schema", "autosize", "background", "config", "datasets", "padding", "params", "usermeta")
"""Properties of a picture as a whole: the panel has them for all its charts together."""
VIEWS = ("layer", "hconcat", "vconcat", "concat")
"""Properties that hold a list of views."""


def view(part: Chart, width: int) -> Spec:
    """The spec of a chart as one view of a panel. `BadInput` if it is not valid Vega-Lite."""
    from jsonschema import ValidationError  # type: ignore[import-untyped]  # Altair's

    given = _read(part)
    try:
        alt.Chart.from_dict({"data": {"name": ROWS}, **given})
    except ValidationError as error:
        raise BadInput("chart_spec", name=part.name, reason="schema", right=RIGHT_SPEC) from error
    inside = {key: value for key, value in given.items() if key not in WHOLE}
    drawn = _over_rows(_with_datasets(inside, given.get("datasets", {})), is_of(part))
    if drawn.get("data") == {"name": ROWS}:
        del drawn["data"]  # it is the panel's
    if any(map(_is_about_own_view, given.get("params", ()))):
        drawn["name"] = _view_name(given, part)
    return drawn | ({"width": width, "height": part.height} if is_one_plot(part) else {})


def params(part: Chart) -> list[Spec]:
    """The parameters of a chart, which become the panel's: a selection says which view it is about."""
    given = _read(part)
    own = {"views": [_view_name(given, part)]}
    return [param | (own if _is_about_own_view(param) else {}) for param in given.get("params", ())]


def description(part: Chart) -> str:
    """The sentence about the chart that its spec brings, or ''."""
    return str(_read(part).get("description", ""))


def is_one_plot(part: Chart) -> bool:
    """Whether the spec draws one plot, whose size can be set, and not several beside each other."""
    given = _read(part)
    return ("mark" in given or "layer" in given) and not {"row", "column", "facet"} & {*given.get("encoding", {})}


def sizing_signal(panel: Panel) -> str | None:
    """The signal that sets the width of a panel of ready charts only: single plots, one below the other.

    `None` if no signal does; then the page scales the whole picture.
    """
    in_a_column = panel.stacked or len(panel.charts) == 1
    return "width" if in_a_column and all(map(is_one_plot, panel.charts)) else None


def _read(part: Chart) -> Spec:
    """The spec that a chart brings, as a dict of its own."""
    spec: Spec = json.loads(str(part.spec))
    return spec


def _is_about_own_view(param: Spec) -> bool:
    """Whether a parameter is a selection in the one view that has it."""
    return "select" in param and "views" not in param


def _view_name(given: Spec, part: Chart) -> str:
    """The name by which a selection finds its view."""
    return str(given.get("name", part.name))


def _with_datasets(value: Any, datasets: Mapping[str, Any]) -> Any:
    """The same, with each named data set written out where it is used, since the panel has no data but `rows`."""
    if isinstance(value, list):
        return [_with_datasets(each, datasets) for each in value]
    if not isinstance(value, dict):
        return value
    inside = {key: each if key == "values" else _with_datasets(each, datasets) for key, each in value.items()}
    data = inside.get("data")
    if isinstance(data, dict) and data.get("name") != ROWS and data.get("name") in datasets:
        inside["data"] = {key: each for key, each in data.items() if key != "name"} | {"values": datasets[data["name"]]}
    return inside


def _over_rows(view: Spec, own: str) -> Spec:
    """The view, with only the rows of this chart wherever it takes the panel's rows."""
    inside: Spec = {key: [_over_rows(part, own) for part in view[key]] for key in VIEWS if key in view}
    if isinstance(view.get("spec"), dict):
        inside["spec"] = _over_rows(view["spec"], own)
    if (view.get("data") or {}).get("name") == ROWS:
        inside |= {"data": {"name": ROWS}, "transform": [{"filter": own}, *view.get("transform", ())]}
    return view | inside
