"""A table as it is before a message, so that the message is carried out as a whole or not at all."""

from __future__ import annotations

from typing import Any

from toolkit.core.match import Match


class Before:
    """A match and the fields of other objects as they are now. `again`: as they were."""

    def __init__(self, match: Match[Any, Any] | None, *others: object) -> None:
        self._match, self._mark = match, None if match is None else match.mark()
        self._fields = [(vars(one), dict(vars(one))) for one in others]

    def again(self) -> None:
        """Everything as it was. What a field holds is not looked into: only that it holds the same."""
        for fields, then in self._fields:
            fields.update(then)
        if self._match is not None and self._mark is not None:
            self._match.back_to(self._mark)
