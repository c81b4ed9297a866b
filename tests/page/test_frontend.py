"""The front end as one module."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from toolkit.page import frontend

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not here")


def node(script: str, folder: Path) -> Any:
    """What an ES module prints, read as JSON."""
    file = folder / "probe.mjs"
    file.write_text(script, "utf-8")
    done = subprocess.run([str(NODE), str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_node
def test_the_front_end_is_one_module_that_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "front.mjs").write_text(frontend.front_end(), "utf-8")
    script = """
        const before = new Set(Object.getOwnPropertyNames(globalThis));
        const module = await import("./front.mjs");
        const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
        console.log(JSON.stringify([Object.keys(module), typeof module.default.render, left]));
    """
    assert node(script, tmp_path) == [["default"], "function", []]


@needs_node
def test_vega_comes_only_when_it_is_asked_for(tmp_path: Path) -> None:
    script = f"""
        const before = new Set(Object.getOwnPropertyNames(globalThis));
        let embed = null;
        new Function("found", {json.dumps(frontend.vega())})((found) => {{ embed = found; }});
        const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
        console.log(JSON.stringify([typeof embed, left]));
    """
    assert node(script, tmp_path) == ["function", []]
    assert re.search(r"\.load = \(\) => \{", frontend.front_end())


def test_the_page_loads_nothing_from_elsewhere() -> None:
    text = frontend.front_end()
    program = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert not re.search(r"^\s*import\b|\bimport\(|importScripts|sendBeacon", program, re.MULTILINE)
    assert not re.search(r"jsdelivr|unpkg|esm\.sh|cdnjs|skypack", text)
    named = set(re.findall(r"https?://([\w.]+)", text))
    assert named <= {"www.w3.org", "vega.github.io", "github.com"}, "namespaces, schemas and comments"
    assert not re.search(r"url\(\s*['\"]?(?!#|data:)|@import", frontend.css())


def test_files_become_functions_in_the_order_of_their_imports(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("const own = 1;\nexport function one() {\n  return own;\n}\n")
    (tmp_path / "b.js").write_text(
        'import { one as first } from "./a.js";\nconst own = 20;\nexport const sum = own + first();\n'
    )
    (tmp_path / "c.js").write_text(
        'import { one } from "./a.js";\nimport {\n  sum,\n} from "./b.js";\nexport default { total: sum + one() };\n'
    )
    files = frontend._in_order(tmp_path, "c.js")
    assert list(files) == ["a.js", "b.js", "c.js"]
    made = "".join(frontend._as_function(name, text) for name, text in files.items())
    if NODE:
        assert node(made + "console.log(JSON.stringify(file_c_js.default));", tmp_path) == {"total": 22}


@pytest.mark.parametrize(
    "line", ['import x from "./a.js";', 'import "./a.js";', "export * from './a.js';", "export { x };"]
)
def test_an_unknown_form_is_no_silent_hole(line: str) -> None:
    with pytest.raises(ValueError, match=r"b\.js: .* cannot be put into one module"):
        frontend._as_function("b.js", f"const x = 1;\n{line}\n")


def test_a_circle_of_imports_is_named(tmp_path: Path) -> None:
    for name, other in ("ab", "ba"):
        (tmp_path / f"{name}.js").write_text(f'import {{ x }} from "./{other}.js";\n')
    with pytest.raises(ValueError, match=r"a\.js → b\.js → a\.js"):
        frontend._in_order(tmp_path, "a.js")
