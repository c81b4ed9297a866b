"""Shared by all tests: `--full`, a Jupyter home of their own, and a way to run a Jupyter server."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from toolkit import cli
from toolkit.core import registry, words
from toolkit.table import trouble

HOMES = (
    "IPYTHONDIR",
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
)
pytest.register_assert_rewrite("tests.support", "tests.games")

STARTING = 120  # seconds a server may take on a loaded machine


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="play the large counts instead of the small ones")


def pytest_configure(config: pytest.Config) -> None:
    """Kernels and servers read none of the user's Jupyter settings, and write nothing among them."""
    folder = tempfile.TemporaryDirectory(prefix="toolkit-tests-", ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    os.environ.update(homes(Path(folder.name)))


def homes(folder: Path) -> dict[str, str]:
    return {name: str(folder / name.lower()) for name in HOMES}


def pytest_collection_finish(session: pytest.Session) -> None:
    """No notebook says that it prepares its first charts: on a fresh machine that would be an output too many."""
    if any(item.path.suffix == ".ipynb" for item in session.items) and not session.config.option.collectonly:
        cli.prepare("en")


@pytest.fixture
def english() -> Iterator[None]:
    """What is said without a language of its own is said in English, also after a test that changes it."""
    words.set_current("en")
    yield
    words.set_current("en")


@pytest.fixture(scope="session")
def full(pytestconfig: pytest.Config) -> bool:
    """Whether `--full` asks for the large counts."""
    return bool(pytestconfig.getoption("full"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the repository."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session", autouse=True)
def errors_of_games_are_raised() -> None:
    """A table logs and shows an error in a game's own code and goes on; here it fails the test as well."""
    trouble.errors["raise"] = True


@pytest.fixture(autouse=True)
def games_brought_in_are_forgotten() -> Iterator[None]:
    """No test finds the games of another one."""
    yield
    registry.forget()


class Server(NamedTuple):
    url: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path


Serving = Callable[..., AbstractContextManager[Server]]


@pytest.fixture(scope="session")
def serving() -> Serving:
    """`with serving(command, folder, **environment) as server`: on a free port, its homes in `folder`."""
    return _serving


@contextmanager
def _serving(command: Sequence[str], folder: Path, **environment: str) -> Iterator[Server]:
    port, log = free_port(), folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            cwd=folder,
            env={**os.environ, **homes(folder), **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    server = Server(f"http://127.0.0.1:{port}", port, process, log)
    try:
        _wait(server, environment.get("JUPYTER_TOKEN", ""))
        yield server
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait(server: Server, token: str) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end and server.process.poll() is None:
        try:
            urlopen(f"{server.url}/api/status?token={token}", timeout=5).close()
            return
        except HTTPError as error:
            if error.code == 401:
                return  # a server of another kind: it is up, and asks who we are
            time.sleep(0.2)
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the server did not start:\n{server.log.read_text('utf-8', 'replace')[-4000:]}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
