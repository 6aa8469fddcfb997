"""Scripts that stop for a reason outside TVM: one line says what, with exit status 2."""

from __future__ import annotations

import re

import pytest

CAUSES = {
    "print 'a'\n": r"script.py:1: this is not Python 3: .*2to3",
    "import tvm\n\0": r"script.py: this is not Python 3: .*null bytes; save the script as UTF-8",
    "import tvm\nimport no_such_module_of_theirs\n": r"script.py:2: .*no_such_module_of_theirs",
    "import tvm\n\nopen('weights_of_theirs.txt')\n": r"script.py:3: .*weights_of_theirs.txt",
}


@pytest.mark.parametrize("text", CAUSES)
@pytest.mark.parametrize("command", ["legacy", "migrate"])
def test_the_cause_is_one_line(text, command, tmp_path, monkeypatch, cli, legacy):
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "script.py"
    script.write_text(text)
    code, _, error = legacy(script) if command == "legacy" else cli("migrate", script)
    assert code == 2
    assert len(error.splitlines()) == 1
    assert re.search(CAUSES[text], error), error


def test_packages_get_the_same_imports(tmp_path, run_cli):
    """Of the script's folder, and of a folder that the script puts on the path."""
    inner = tmp_path / "course" / "helpers"
    inner.mkdir(parents=True)
    (inner / "__init__.py").write_text("from .shapes import *\nfrom . import values\n")
    (inner / "shapes.py").write_text(
        "import sys\nimport tvm\nfrom .values import SIZE\nself = sys.modules[__name__]\n"
        "def add():\n    A = tvm.placeholder((SIZE,), name='A')\n"
        "    return A, tvm.compute((SIZE,), lambda i: A[i] + 1, name='B')\n"
    )
    (inner / "values.py").write_text("from tvm import te\nSIZE = 8\n")
    lessons = tmp_path / "course" / "lessons"
    lessons.mkdir()
    # Without tvm it is Python's own to import.
    (tmp_path / "course" / "plain_of_theirs.py").write_text("SIZE = 8\n")
    script = lessons / "lesson.py"
    script.write_text(
        "import sys, os\nsys.path.append(os.path.join(os.path.dirname(__file__), '..'))\n"
        "import plain_of_theirs\nassert 'plain_of_theirs' in sys.modules\n"
        "import helpers\nassert 'helpers' not in sys.modules\n"
        "import helpers.values as values\nfrom helpers import shapes\n"
        "import tvm\nA, B = helpers.add()\nassert values.SIZE == shapes.SIZE == 8\n"
        "s = tvm.create_schedule(B.op)\nprint(tvm.lower(s, [A, B], simple_mode=True))\n"
    )
    done = run_cli(script, module="schedules.legacy")
    assert done.returncode == 0, done.stderr
    assert "T.prim_func" in done.stdout
