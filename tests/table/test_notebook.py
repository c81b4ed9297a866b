"""In a real kernel: how long tables are kept, what a refusal looks like, what is offered when a name is completed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jupyter_client.manager import start_new_kernel

PRELUDE = """
import gc, json, toolkit, weakref
from ipywidgets.widgets import widget as registry
from IPython.display import display
from toolkit.core.match import Match

def live():
    "How many matches there are, and how many widgets ipywidgets keeps."
    gc.collect()
    return sum(type(one) is Match for one in gc.get_objects()), len(registry._instances)
"""


class Run:
    """`run(code, cell)`: what a cell of this id answers, message by message."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def __call__(self, code: str, cell: str = "aside") -> list[dict[str, Any]]:
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        request = self.client.session.msg("execute_request", content, metadata={"cellId": cell})
        self.client.shell_channel.send(request)
        answers: list[dict[str, Any]] = []
        while True:
            answer = self.client.get_iopub_msg(timeout=120)
            if answer["parent_header"].get("msg_id") != request["header"]["msg_id"]:
                continue
            if answer["msg_type"] == "status" and answer["content"]["execution_state"] == "idle":
                return answers
            answers.append(answer)


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    manager, client = start_new_kernel(kernel_name="python3")
    run = Run(client)
    run(PRELUDE)
    yield run
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def printed(run: Run, code: str) -> Any:
    """What the code prints, as JSON."""
    answers = run(f"print(json.dumps({code}))")
    assert not [answer for answer in answers if answer["msg_type"] == "error"], answers
    return json.loads("".join(a["content"]["text"] for a in answers if a["msg_type"] == "stream"))


def test_a_cell_that_is_run_again_lets_go_of_its_tables(run: Run) -> None:
    many = "for n in range(10): display(toolkit.play('math_storm', seed=n))"
    run(many, "many")
    first = printed(run, "live()")
    assert first[0] == 10
    for _ in range(3):
        run(many, "many")
    assert printed(run, "live()") == first
    closed = [answer for answer in run(many, "many") if answer["msg_type"] == "comm_close"]
    assert len(closed) == 20, "ten tables, each with its layout"
    run("None", "many")
    assert printed(run, "live()") == [0, first[1] - 20]


def test_the_result_of_a_cell_is_let_go_as_well(run: Run) -> None:
    before = printed(run, "live()")[0]
    for _ in range(8):
        run("toolkit.play('math_storm', seed=1)", "result")
    assert printed(run, "live()")[0] - before <= 4, "the one that is shown, and `_`, `__` and `___`"


def test_a_table_that_somebody_has_is_kept(run: Run) -> None:
    run("kept = [toolkit.play('math_storm', seed=1), toolkit.quiz(toolkit.questions('L1', n=1))]", "made")
    run("display(kept[0]); display(kept[1])", "shown")
    run("None", "made")
    assert printed(run, "[one.model_id in registry._instances for one in kept]") == [True, True], "still shown"
    run("None", "shown")
    assert printed(run, "[one.comm is not None for one in kept]") == [True, True]
    assert "Team" in printed(run, "kept[0].say('spin')")
    run("display(kept[0])", "again")
    assert printed(run, "[one.model_id in registry._instances for one in kept]") == [True, False]
    run("gone = weakref.ref(kept.pop())")
    assert printed(run, "(live(), gone() is None)[1]")


def test_a_table_in_a_box_is_kept_with_the_box(run: Run) -> None:
    run("import ipywidgets; inside = toolkit.play('math_storm', seed=1); box = ipywidgets.VBox([inside])", "boxed")
    run("display(box)", "box")
    run("inside = None", "boxed")
    assert printed(run, "box.children[0].model_id in registry._instances")


def test_an_updated_display_has_one_table_and_one_picture(run: Run) -> None:
    first = run("handle = display(toolkit.play('math_storm', 2, seed=1), display_id='mine')", "display")
    then = run("handle.update(toolkit.play('math_storm', 4, seed=1))", "update")

    def shown(answers: list[dict[str, Any]], kind: str) -> list[tuple[str, list[str]]]:
        found = [answer["content"] for answer in answers if answer["msg_type"] == kind]
        return [(one["transient"].get("display_id"), sorted(one["data"])) for one in found]

    live, still = "application/vnd.jupyter.widget-view+json", "text/html"
    one_of_each = [("mine", [live, "text/plain"]), ("mine-still", [still, "text/plain"])]
    assert shown(first, "display_data") == one_of_each
    assert shown(then, "update_display_data") == one_of_each and not shown(then, "display_data")
    plain = run("display(toolkit.play('math_storm', seed=1))", "plain")
    assert [name for name, _ in shown(plain, "display_data")] == [None, None]


@pytest.mark.parametrize(("lang", "word"), [("en", "There is no game"), ("zh", "没有 'chess' 这个游戏")])
def test_a_refusal_is_one_sentence_and_tb_says_where(run: Run, lang: str, word: str) -> None:
    (refused,) = (a for a in run(f"toolkit.play('chess', lang='{lang}')") if a["msg_type"] == "error")
    (line,) = refused["content"]["traceback"]
    assert line == f"BadInput: {refused['content']['evalue']}" and word in line and "chess" in line
    (where,) = (answer for answer in run("%tb") if answer["msg_type"] == "error" or answer["msg_type"] == "stream")
    told = where["content"].get("text") or "\n".join(where["content"]["traceback"])
    assert "Traceback" in told and re.search(r"in play\b", told) and told.strip().endswith(line)


@pytest.mark.parametrize(
    "module",
    [
        "toolkit",
        "toolkit.laws",
        "toolkit.core.dist",
        "toolkit.games.math_storm.odds",
        "toolkit.games.cloud_mountain.odds",
    ],
)
def test_what_is_public_is_all_that_is_offered(run: Run, module: str) -> None:
    run(f"import {module} as module")
    offered = run.client.complete("module.", reply=True, timeout=60)["content"]["matches"]
    assert offered and sorted(offered) == sorted(printed(run, "module.__all__"))
