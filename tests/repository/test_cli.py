"""The command `toolkit`."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from msgspec.structs import replace

from toolkit import cli
from toolkit.core import cache, registry, words
from toolkit.core.panel import Chart, Panel
from toolkit.core.words import BadInput
from toolkit.page import frontend

NOTIFICATION = "@jupyterlab/apputils-extension:notification"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def opened(monkeypatch) -> list[tuple]:
    """What would have been opened, instead of JupyterLab."""
    calls: list[tuple] = []
    monkeypatch.setattr(cli, "open_lab", lambda *args, **named: calls.append((*args, *named.values())))
    return calls


def test_a_clone_opens_its_own_notebooks(opened, root):
    assert cli.main([]) == 0
    assert opened == [(root / "notebooks", "en", None, True)]


def test_options(opened, root, unused_port):
    assert cli.main(["--lang", "zh", "--port", str(unused_port), "--no-browser"]) == 0
    assert opened == [(root / "notebooks", "zh", unused_port, False)]


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_TW"}, "zh"),
    ],
)
def test_language_of_the_system(monkeypatch, opened, variables, lang):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cli.main([]) == 0
    assert opened[0][1] == lang


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--lang", "fr"], "fr"),
        (["--port", "eighty"], "eighty"),
        (["--port", "0"], "65535"),
        (["--port", "65536"], "65535"),
        (["--port", "-1"], "65535"),
        (["--port", "٨٠"], "65535"),
        (["--port"], "--port 8899"),
        (["--lang", "--no-browser"], "--lang zh"),
        (["warm", "--port", "3"], "--port"),
        (["warm", "--no-browser"], "--no-browser"),
        (["--prot", "8888"], "--prot"),
        (["--no-browser=yes"], "--no-browser"),
        (["warn"], "warn"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_cannot_be_used_is_named(monkeypatch, capsys, opened, words, named, lang):
    monkeypatch.setenv("LANG", lang)
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    assert named in said
    assert "Traceback" not in said and "usage:" not in said
    assert any("\u4e00" <= sign <= "\u9fff" for sign in said) == (lang == "zh")
    assert not opened


def test_errors_are_in_the_language_asked_for(capsys, opened):
    assert cli.main(["--port", "no", "--lang", "zh"]) == 2
    assert "端口" in capsys.readouterr().err


def test_a_port_that_is_taken(capsys, opened):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert cli.main(["--port", port]) == 2
    assert port in capsys.readouterr().err
    assert not opened


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_help_names_every_option(capsys, monkeypatch, lang):
    monkeypatch.setenv("LANG", lang)
    assert cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(word in said for word in ("--lang", "--port", "--no-browser", "warm", "--version"))


def test_warm(monkeypatch, capsys):
    made = []
    monkeypatch.setattr("toolkit.cli.warm", lambda: made.append(True))
    assert cli.main(["warm", "--lang", "zh"]) == 0
    assert made == [True]
    assert capsys.readouterr().out.strip()


def test_version(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("toolkit 0.")


def test_root_alone_is_let_in_as_root(monkeypatch):
    for user, allowed in ((0, True), (1000, False)):
        monkeypatch.setattr(cli.os, "geteuid", lambda user=user: user, raising=False)
        assert ("--allow-root" in cli.lab_options(Path("x"), "en", None, True)) == allowed


@pytest.fixture
def installed(monkeypatch, tmp_path) -> Path:
    """As if the package had been installed from a wheel; the current folder is `mine`."""
    package = tmp_path / "site" / "toolkit"
    for lang in ("en", "zh"):
        (package / "_notebooks" / lang).mkdir(parents=True)
        (package / "_notebooks" / lang / cli.START).write_text(lang, "utf-8")
    (tmp_path / "mine").mkdir()
    monkeypatch.setattr(cli, "__file__", str(package / "cli.py"))
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


def test_a_package_opens_a_copy_and_overwrites_nothing(installed, opened, capsys):
    mine = installed / "toolkit-notebooks"
    (mine / "en").mkdir(parents=True)
    (mine / "en" / cli.START).write_text("my own work", "utf-8")
    assert cli.main(["--lang", "zh"]) == 0
    assert opened == [(mine, "zh", None, True)]
    assert str(mine) in capsys.readouterr().out
    assert (mine / "zh" / cli.START).read_text("utf-8") == "zh"
    assert (mine / "en" / cli.START).read_text("utf-8") == "my own work"


def test_a_folder_that_cannot_be_written(installed, opened, capsys):
    (installed / "toolkit-notebooks").write_text("a file where the folder would be", "utf-8")
    assert cli.main([]) == 2
    assert "toolkit-notebooks" in capsys.readouterr().err
    assert not opened


def test_no_start_notebook(tmp_path):
    with pytest.raises(BadInput, match=cli.START):
        cli.open_lab(tmp_path, "en", None, browser=False)


def test_the_server_runs_this_python_and_asks_nobody_for_news(serving, tmp_path):
    """Also where the user has a python3 kernel of another Python."""
    kernel = tmp_path / "jupyter_data_dir/kernels/python3/kernel.json"
    kernel.parent.mkdir(parents=True)
    kernel.write_text(json.dumps({"argv": ["another-python"], "display_name": "x", "language": "python"}))
    command = [sys.executable, "-m", "toolkit", "--lang", "zh", "--no-browser"]
    alien = {"JUPYTER_PREFER_ENV_PATH": "0", "JUPYTER_TOKEN": "secret"}
    with serving(command, tmp_path, **alien) as server:
        with urlopen(f"{server.url}/?token=secret") as answer:
            start, page = answer.url, answer.read().decode()
        kernels = json.loads(get(f"{server.url}/api/kernelspecs?token=secret"))["kernelspecs"]
        here = json.loads(get(f"{server.url}/api/contents/zh?token=secret"))
        settings = json.loads(get(f"{server.url}/lab/api/settings/{NOTIFICATION}?token=secret"))
    assert f"/tree/zh/{cli.START}" in start
    assert '"news": {"disabled": true}' in page
    news = settings["schema"]["properties"]["fetchNews"]["default"]
    assert news == "false", "JupyterLab asks whether it may fetch news"
    assert "another-python" not in kernels["python3"]["spec"]["argv"]
    assert cli.START in [file["name"] for file in here["content"]]


def get(url: str) -> str:
    with urlopen(url) as answer:
        return answer.read().decode("utf-8")


def test_warm_leaves_nothing_to_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from toolkit.teaching import report

    solved: list[Any] = []
    never = Panel("p", (Chart("c", "law", (0, 9)),), lambda *given: solved.append(given), ready=lambda s: False)  # type: ignore[arg-type,return-value]
    one = replace(registry.kit("math_storm"), panels=(never,))
    monkeypatch.setattr(registry, "kits", lambda: iter((one,)))
    monkeypatch.setattr(frontend, "_bundle", lambda: "found(null);")
    monkeypatch.setenv(cache.ENV, str(tmp_path))
    cache.forget()
    frontend.front_end.cache_clear()
    try:
        cli.warm()
    finally:
        frontend.front_end.cache_clear()
    assert len(list(tmp_path.glob("vega-*"))) == 1
    assert len(list(tmp_path.glob("spec-*"))) == len(words.LANGS) * (2 + report.USUAL), "and the picture of a lap"
    assert len(solved) == 1


def test_a_package_lays_out_the_records_that_its_notebooks_load(installed, opened, tmp_path):
    records = tmp_path / "site" / "toolkit" / "_notebooks" / "records"
    records.mkdir()
    (records / "first_game.json").write_text("{}", "utf-8")
    assert cli.main([]) == 0
    assert (installed / "toolkit-notebooks" / "records" / "first_game.json").read_text("utf-8") == "{}"


def test_a_stray_pyproject_beside_the_package_is_no_clone(installed, opened, tmp_path):
    """Some wheels leave one in site-packages."""
    (tmp_path / "site" / "pyproject.toml").touch()
    assert cli.main([]) == 0
    assert opened == [(installed / "toolkit-notebooks", "en", None, True)]


def test_after_an_upgrade_notebooks_of_the_older_version_are_named(installed, opened, capsys, monkeypatch, tmp_path):
    assert cli.main([]) == 0
    assert cli.main([]) == 0
    assert "version" not in capsys.readouterr().out, "nothing is older, nothing is said"
    mine = installed / "toolkit-notebooks"
    (mine / "en" / cli.START).write_text("my own work", "utf-8")
    assert cli.main([]) == 0
    assert "version" not in capsys.readouterr().out, "what was changed here is no older version"
    monkeypatch.setattr(cli.metadata, "version", lambda name: "9.9")
    (tmp_path / "site" / "toolkit" / "_notebooks" / "zh" / cli.START).write_text("new", "utf-8")
    for lang in ("en", "zh"):
        assert cli.main(["--lang", lang]) == 0
        said = capsys.readouterr().out
        assert "9.9" in said and "2" in said and str(mine) in said
    assert (mine / "en" / cli.START).read_text("utf-8") == "my own work"


def test_chinese_on_a_console_that_knows_none(root):
    """Redirected to a file, Windows writes in an old code page."""
    command = [sys.executable, "-m", "toolkit", "--lang", "zh", "--help"]
    done = subprocess.run(command, cwd=root, env=os.environ | {"PYTHONIOENCODING": "cp1252"}, capture_output=True)
    assert done.returncode == 0 and b"--lang en|zh" in done.stdout and b"Traceback" not in done.stderr


def test_the_package_says_that_it_is_typed(root):
    assert (root / "toolkit" / "py.typed").is_file()
    assert "eol=lf" in (root / ".gitattributes").read_text("utf-8"), "a clone on Windows has the same bytes"
