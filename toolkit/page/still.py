"""A widget in a saved notebook: the widget itself, and below it a still picture that shows only where no kernel runs.

One output with both does not work. A notebook that is opened again on the machine that saved it is trusted; JupyterLab
then tries the widget alone, and shows "model not found" in the place of the picture.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from typing import Any

from markupsafe import escape

# Hides the place of the widget where there is a still and no living table. A notebook that is not trusted loses this
# rule, which does no harm: widgets are not tried there.
SILENT = (
    "<style>.jp-OutputArea:has(.tk-still):not(:has(.tk)) > .jp-OutputArea-child > .jupyter-widgets"
    "{display:none}</style>"
)


def image(svg: str, alt: str) -> str:
    """An SVG as an `<img>`, since a reopened notebook removes inline `<svg>`."""
    code = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(alt)}" style="max-width:100%;width:600px" src="data:image/svg+xml;base64,{code}">'


def show(bundle: Any) -> None:
    """Shows one MIME bundle as two outputs: the widget, and the still with the line of text.

    Both are replaced where `display` was called with a `display_id` to be updated.
    """
    from IPython.display import display

    data, *meta = bundle if isinstance(bundle, tuple) else (bundle,)
    live = {kind: value for kind, value in data.items() if kind not in ("text/html", "text/plain")}
    display(live | {"text/plain": ""}, raw=True, metadata=meta[0] if meta else {}, **_asked())  # type: ignore[no-untyped-call]
    still = f'<div class="tk-still">{SILENT}{data["text/html"]}</div>'
    display({"text/plain": data["text/plain"], "text/html": still}, raw=True, **_asked("-still"))  # type: ignore[no-untyped-call]


def _asked(suffix: str = "") -> dict[str, Any]:
    """`transient` with the `display_id`, and `update`, if the call of `display` that has led here named one.

    `suffix` is added to the id. IPython tells an object that shows itself nothing of them: they are read from the call.
    """
    from IPython.core.display_functions import display

    frame = sys._getframe()
    while frame.f_code is not display.__code__:
        if frame.f_back is None:
            return {}
        frame = frame.f_back
    given = frame.f_locals.get("kwargs", {})
    transient = given.get("transient") or {}
    if not transient.get("display_id"):
        return {}
    transient = {**transient, "display_id": f"{transient['display_id']}{suffix}"}
    return {"transient": transient, "update": given.get("update", False)}
