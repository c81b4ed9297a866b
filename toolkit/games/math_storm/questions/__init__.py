"""Questions about the board: the families L8, U8 and B. The engine's own moves decide the right answers.

For each number of stars `draw_…` draws the numbers of a question, and `draft_…` makes its draft from them.
"""

from __future__ import annotations

from toolkit.cards.families.draft import Family, Form
from toolkit.games.math_storm.questions.ends import draft_landing, draft_legal, draw_landing, draw_legal
from toolkit.games.math_storm.questions.faces import (
    LONG,
    draft_operation,
    draft_order,
    drafter_of_face,
    draw_operation,
    draw_order,
    drawer_of_face,
)
from toolkit.games.math_storm.questions.pairs import draft_pair, draw_pair
from toolkit.games.math_storm.questions.steps import (
    draft_judgement,
    draft_ranking,
    draft_steps,
    draw_judgement,
    draw_ranking,
    draw_steps,
)

__all__ = ["FAMILIES", "LONG"]

WORDS = "toolkit.games.math_storm"
FAMILIES = {
    "L8": Family(
        "lower",
        (
            Form(draw_landing, draft_landing),
            Form(drawer_of_face("L8", 60), drafter_of_face("L8")),
            Form(draw_order, draft_order),
        ),
        WORDS,
    ),
    "U8": Family(
        "upper",
        (Form(draw_operation, draft_operation), Form(draw_legal, draft_legal), Form(draw_pair, draft_pair)),
        WORDS,
    ),
    "B": Family(
        "",
        (Form(draw_steps, draft_steps), Form(draw_judgement, draft_judgement), Form(draw_ranking, draft_ranking)),
        WORDS,
    ),
}
