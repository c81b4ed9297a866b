"""The pins of the hosted environment: complete, exact, and within what pyproject.toml asks for."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


@pytest.fixture(scope="module")
def project(root) -> dict:
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def lines(root) -> list[str]:
    text = (root / "binder/requirements.txt").read_text("utf-8")
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def pins(lines) -> dict[str, str]:
    """Version by package name. Every line but the last pins one version exactly."""
    found = {}
    for requirement in map(Requirement, lines[:-1]):
        (specifier,) = requirement.specifier
        assert specifier.operator == "==" and not specifier.version.endswith(".*"), requirement
        found[canonicalize_name(requirement.name)] = specifier.version
    return found


def test_the_package_itself_comes_last(lines):
    assert lines[-1] == "-e ."
    assert len(set(lines)) == len(lines)


def test_every_dependency_is_pinned_within_its_bounds(project, pins):
    for requirement in map(Requirement, project["dependencies"]):
        assert canonicalize_name(requirement.name) in pins, f"{requirement.name} has no pin"
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement


def test_the_pinned_python_is_one_the_package_takes(root, project):
    name, _, version = (root / "binder/runtime.txt").read_text("utf-8").strip().partition("-")
    assert name == "python"
    assert Requirement(f"python{project['requires-python']}").specifier.contains(version)


def test_post_build_can_be_run(root):
    script = root / "binder/postBuild"
    assert script.read_text("utf-8").startswith("#!")
    assert script.stat().st_mode & 0o111, "postBuild is not executable"
    if not (bash := shutil.which("bash")):
        pytest.skip("bash is not installed")
    subprocess.run([bash, "-n", str(script)], check=True)


def test_post_build_warms_and_keeps_jupyterlab_from_asking_for_news(root, tmp_path):
    """Run with stand-ins for the commands of the image."""
    if not (bash := shutil.which("bash")):
        pytest.skip("bash is not installed")
    stand_in = tmp_path / "toolkit"
    stand_in.write_text('#!/usr/bin/env bash\necho "$@" > "$NB_PYTHON_PREFIX/called"\n', "utf-8")
    stand_in.chmod(0o755)
    home = os.environ | {"NB_PYTHON_PREFIX": str(tmp_path), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([bash, str(root / "binder/postBuild")], cwd=root, env=home, check=True)
    assert (tmp_path / "called").read_text("utf-8") == "warm\n"
    settings = json.loads((tmp_path / "share/jupyter/lab/settings/overrides.json").read_text("utf-8"))
    asked = settings["@jupyterlab/apputils-extension:notification"]
    assert asked["fetchNews"] == "false" and asked["checkForUpdates"] is False
