"""Each script of a folder runs in its own process, and what came of it has a name."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from benchmarks import old_corpus

HEAD = """
import numpy as np
import tvm
from tvm import te

A = te.placeholder((8,), name="A")
B = te.compute((8,), lambda i: A[i] + 1, name="B")
s = te.create_schedule(B.op)
"""
RUN = """
b = tvm.nd.empty((8,))
tvm.build(s, [A, B], "llvm")(tvm.nd.array(np.ones(8, "float32")), b)
"""
SCRIPTS = {
    "equal.py": (f"{HEAD}{RUN}assert b.asnumpy()[0] == 2\n", old_corpus.EQUAL),
    "wrong.py": (f"{HEAD}{RUN}assert b.asnumpy()[0] == 3\n", old_corpus.WRONG),
    "ran.py": (f"{HEAD}print(tvm.lower(s, [A, B]))\n", old_corpus.RAN),
    "refused.py": (f"{HEAD}te.gradient(B, A)\n", old_corpus.REFUSED),
    "lacks.py": (f"{HEAD}import module_of_theirs\n", old_corpus.LACKS),
    "own.py": (f"{HEAD}undefined\n", old_corpus.OWN),
    "slow.py": (f"{HEAD}while True:\n    pass\n", old_corpus.TIME),
}


@pytest.fixture
def folder(tmp_path):
    for name, (text, _) in SCRIPTS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "unrelated.py").write_text("1 / 0\n")
    return tmp_path


@pytest.mark.exhaustive
def test_what_came_of_each_script(folder, monkeypatch):
    monkeypatch.setattr(old_corpus, "outcome", _with_limits(old_corpus.outcome))
    scripts = [folder / name for name in SCRIPTS]
    found = {one.script: one for one in old_corpus.played(folder, scripts, 300)}
    assert {name: one.kind for name, one in found.items()} == {
        name: wanted for name, (_, wanted) in SCRIPTS.items()
    }
    assert re.match(r"te_compat: line 9: te.gradient: ", found["refused.py"].reason)
    assert "module_of_theirs" in found["lacks.py"].reason


def _with_limits(outcome):
    """Two seconds for the script that never ends: what others take is the machine's."""
    return lambda script, folder, limit: outcome(
        script, folder, 2 if script.name == "slow.py" else limit
    )


def test_an_error_of_this_project_is_no_error_of_the_script():
    ours = 'Traceback\n  File "/x/te_compat/stage.py", line 3, in split\nKeyError: 3\n'
    assert old_corpus.kind(1, ours, True) == old_corpus.FAILED
    assert old_corpus.kind(1, ours.replace("te_compat", "scripts"), True) == old_corpus.OWN
    said = "s.py:9: build: 1.0e+10 stores take minutes on a CPU: ... (--all-blocks runs all)"
    assert old_corpus.kind(0, said, True) == old_corpus.PART
    assert old_corpus.kind(-11, "", True) == old_corpus.FAILED


def test_the_record_keeps_what_is_not_run_again(folder, tmp_path, monkeypatch):
    record = tmp_path / "record.json"
    monkeypatch.setattr(old_corpus, "RECORD", record)
    kept = old_corpus.Outcome("kept/a.py", old_corpus.REFUSED, "/some/where/a.py:3: x", 1.0)
    old_corpus.put(kept)
    for name in SCRIPTS:
        if name not in ("equal.py", "ran.py"):
            (folder / name).unlink()
    words = [str(folder), "--match", "equal", "--record", "--jobs", "2"]
    done = CliRunner().invoke(old_corpus.command, words)
    assert done.exit_code == 0, done.output
    rows = old_corpus.recorded()
    assert rows.keys() == {"equal.py", "kept/a.py"} and rows["kept/a.py"]["reason"] == "a.py:3: x"
    assert rows["equal.py"]["kind"] == old_corpus.EQUAL
    text = old_corpus.table()
    assert "Of 2 scripts, 2 of them not TVM's own, 1 run (50%)" in text
    assert f"| {old_corpus.REFUSED} | 1 |" in text
    ran: list = []
    monkeypatch.setattr(old_corpus, "outcome", lambda *one: ran.append(one))
    assert CliRunner().invoke(old_corpus.command, [*words, "--resume"]).exit_code == 0
    assert old_corpus.recorded() == rows and not ran
    monkeypatch.setattr(old_corpus, "state", lambda: "another")
    CliRunner().invoke(old_corpus.command, [*words, "--resume"])
    assert len(ran) == 1
