"""The command `toolkit`: opens JupyterLab on the start notebook.

    toolkit [--lang en|zh] [--port N] [--no-browser]
    toolkit warm            make and keep what else the first table would wait for
    toolkit ship            write the same into the package, before a wheel is built
    toolkit --version

Run from a clone it opens the clone's own notebooks. Installed as a package it lays a copy of them into
`toolkit-notebooks` in the current folder, and never writes over a file that is there.
"""

from __future__ import annotations

import atexit
import io
import locale
import os
import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from toolkit.core import cache
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, known_lang, say
from toolkit.page.frontend import front_end

START = "00_start_here.ipynb"
PORTS = range(1, 65536)
VALUES = {"--lang": "zh", "--port": "8899"}
"""The options that take a value, and one of each."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0, or 2 for what it was given and cannot use."""
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a console of Windows, or a file it writes to, may know no Chinese
    lang = locale_lang()
    try:
        given, unknown = _parse(words)
        lang = known_lang(lang if given.lang is None else given.lang)
        if unknown or given.command not in (None, "warm", "ship"):
            raise _not_understood(words)
        if given.command and (idle := [word for word in words if word.startswith(("--port", "--no-browser"))]):
            raise BadInput("arguments_warm", given=" ".join(idle))
        _run(given, lang)
    except BadInput as error:
        print(f"toolkit: {error.say(lang)}", file=sys.stderr)
        return 2
    return 0


def locale_lang() -> str:
    """`zh` where the system speaks Chinese, else `en`. Windows has no variables, and its own name for it."""
    said = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None)
    name = said or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def _parse(words: list[str]) -> tuple[Namespace, list[str]]:
    parser = ArgumentParser(prog="toolkit", add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("command", nargs="?")
    parser.add_argument("--lang")
    parser.add_argument("--port")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    try:
        return parser.parse_known_args(words)
    except ArgumentError as error:
        if bare := next((option for option in VALUES if words[-1] == option or f"{option} --" in " ".join(words)), ""):
            raise BadInput("arguments_value", given=bare, right=f"{bare} {VALUES[bare]}") from error
        raise _not_understood(words) from error


def _not_understood(words: list[str]) -> BadInput:
    return BadInput("arguments", given=shlex.join(words))


def _run(given: Namespace, lang: str) -> None:
    if given.help:
        print(say("cli.help", lang).strip())
    elif given.version:
        print(f"toolkit {metadata.version('toolkit')}")
    elif given.command == "warm":
        prepare(lang)
        print(say("cli.warmed", lang))
    elif given.command == "ship":
        print(say("cli.shipped", lang, count=ship(), folder=cache.SHIPPED))
    else:
        port = None if given.port is None else free_port(given.port)
        open_lab(notebooks(lang), lang, port, browser=not given.no_browser)


def free_port(text: str) -> int:
    """The port that `text` names. `BadInput` unless it is a port number, free, and ours to take."""
    from tornado.netutil import bind_sockets

    if not (text.isascii() and text.isdigit() and int(text) in PORTS):
        raise BadInput("port", given=shown(text))
    try:
        sockets = bind_sockets(int(text), "localhost")
    except OSError as error:
        raise BadInput("port_taken", given=text) from error
    for socket in sockets:
        socket.close()
    return int(text)


def notebooks(lang: str) -> Path:
    """The folder to open: the clone's own, or a copy of the packaged ones in the current folder."""
    here = Path(__file__).resolve().parent
    packaged = here / "_notebooks"
    if not packaged.is_dir():
        return here.parent / "notebooks"
    folder = Path.cwd() / "toolkit-notebooks"
    try:
        if lay_out(packaged, folder):
            print(say("cli.copied", lang, folder=folder))
        elif older := outdated(packaged, folder):
            print(say("cli.older", lang, folder=folder, n=len(older), version=metadata.version("toolkit")))
    except OSError as error:
        raise BadInput("folder", given=str(folder)) from error
    return folder


LAID_OUT = ("*.ipynb", "records/*.json")
"""The notebooks, and the records that they load."""
VERSION = ".toolkit-version"
"""The file in a folder of notebooks with the version that they came with."""


def lay_out(source: Path, folder: Path) -> int:
    """Copies the notebooks and records that `folder` does not have yet, and says how many."""
    new = not folder.exists()
    found = [path for pattern in LAID_OUT for path in source.rglob(pattern)]
    missing = [path for path in found if not (folder / path.relative_to(source)).exists()]
    for path in missing:
        target = folder / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    if new and missing:
        (folder / VERSION).write_text(metadata.version("toolkit"), "utf-8")
    return len(missing)


def outdated(source: Path, folder: Path) -> list[Path]:
    """The notebooks of an older version in `folder` that this version has otherwise: nobody has asked for these."""
    note = folder / VERSION
    if note.is_file() and note.read_text("utf-8").strip() == metadata.version("toolkit"):
        return []
    here = [(path, folder / path.relative_to(source)) for path in source.rglob("*.ipynb")]
    return [mine for path, mine in here if mine.is_file() and mine.read_bytes() != path.read_bytes()]


def open_lab(folder: Path, lang: str, port: int | None, browser: bool) -> None:
    """Runs JupyterLab in this process until it is stopped."""
    start = folder / lang / START
    if not start.is_file():
        raise BadInput("notebooks", given=str(start))
    print(say("cli.opening", lang, notebook=start), flush=True)
    # Notebooks run in this very environment, also where another python3 kernel is installed for the user.
    put_first("JUPYTER_PATH", Path(sys.prefix, "share", "jupyter"))
    # Settings of ours, which a user's own overrule: JupyterLab does not ask whether it may fetch news.
    put_first("JUPYTER_CONFIG_PATH", Path(__file__).parent)
    # Until the reader has the first table open, it is ready: nobody waits in front of an empty cell.
    beside = subprocess.Popen([sys.executable, "-c", f"from toolkit import cli; cli.prepare({lang!r})"])
    atexit.register(beside.terminate)

    from jupyterlab.labapp import LabApp

    LabApp.launch_instance(lab_options(folder, lang, port, browser))


def put_first(variable: str, folder: Path) -> None:
    """Puts `folder` before the folders that an environment variable lists."""
    os.environ[variable] = os.pathsep.join(filter(None, [str(folder), os.environ.get(variable)]))


def lab_options(folder: Path, lang: str, port: int | None, browser: bool) -> list[str]:
    """JupyterLab's options: a workspace of our own, and nothing that asks the network."""
    options = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/workspaces/toolkit/tree/{lang}/{START}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--Application.log_level=WARN",
    ]
    if port is not None:
        options += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    return options


def prepare(lang: str) -> None:
    """Does what `warm` does, and first says so if there is anything to make."""
    # Ctrl+C stops JupyterLab, and this with it.
    with cache.telling(lambda: print(say("cli.warming", lang), flush=True)), suppress(KeyboardInterrupt):
        warm()


def ship() -> int:
    """Writes what `warm` makes into the package, where a wheel takes it from; the number of files."""
    cache.forget()
    warm()
    return cache.ship(cache.SHIPPED)


def warm() -> None:
    """Makes and keeps the Vega bundle, all specs in all languages, and what panels and pictures of notebooks solve."""
    from toolkit.charts import makers
    from toolkit.core import registry, words
    from toolkit.teaching import report

    front_end()
    for lang in words.LANGS:
        report.warm(lang)
    for kit in registry.kits():
        game = kit.rules
        for panel in kit.panels or ():
            for lang in words.LANGS:
                makers.spec(panel, lang)
            first = game.start(game.SEATS[0])
            if panel.ready is not None and not panel.ready(first):
                panel.rows(first, 0)
        for picture in kit.pictures():
            for lang in words.LANGS:
                makers.spec(picture.panel, lang)
