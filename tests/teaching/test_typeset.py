"""Lines of a printed card."""

from __future__ import annotations

from toolkit.teaching.typeset import held_together


def test_no_line_ends_inside_an_equation() -> None:
    assert held_together("47 ÷ 6 = □ r □, so 6 + 1.") == "47\xa0÷\xa06\xa0=\xa0□\xa0r\xa0□, so 6\xa0+\xa01."
    assert held_together("小红有 27 枚。") == "小红有 27 枚。"
