"""What the command lines of files/commands.txt print: a safety net for code that is moved.

Each is run in this process by its entry point, and its exit code, stdout, stderr and the files it
writes are compared with a text of files/command_texts. A text changes on purpose by

    UPDATE_GOLDEN=1 python -m pytest --exhaustive tests/test_command_texts.py

which writes those that differ, each whole or not at all, and removes those of no command line.
`git diff` then shows what became of them.

more_commands.txt has further lines, which run with --exhaustive alone. A line is one command line,
or several with && between them. `{tmp}` is a folder of its own with the INPUTS below; `cd` goes to
a folder for the rest of the line, which begins in the project's. Long texts are kept as their
beginning and a hash of the whole.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import json
import os
import re
import runpy
import shlex
import sys
import sysconfig
import tempfile
import warnings
import zlib
from collections.abc import Callable
from difflib import unified_diff
from functools import cache
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path

import pytest
import tvm
from exhaustive import sampled

ROOT = Path(__file__).parents[1]
FILES = Path(__file__).parent / "files"
TEXTS = FILES / "command_texts"
UPDATE = "UPDATE_GOLDEN"
# Beyond LONGEST lines a text is kept as its first KEPT and a hash; of a line so many characters.
LONGEST, KEPT, WIDEST = 60, 30, 400


def lines_of(name: str) -> list[str]:
    lines = (FILES / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


REPRESENTATIVE = lines_of("commands.txt")
LINES = REPRESENTATIVE + lines_of("more_commands.txt")

# --- what commands find in {tmp} ------------------------------------------------------------------

HEAD = "from tvm import s_tir, te, topi\n\n\n"
PRODUCT = (
    HEAD + "def workload(n=32):\n"
    "    a = te.placeholder((n, n), name='A')\n"
    "    b = te.placeholder((n, n), name='B')\n"
    "    k = te.reduce_axis((0, n), name='k')\n"
    "    return [a, b, te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], k), name='C')]\n"
    "\n\n"
)
JOB = """\
workload = "gemm/sgemm_cpu:parallel"
shape = [64, 64, 64]
target = "x86-64-v3"
space = "sgemm_cpu"
strategy = "random"

[budget]
trials = 20
minutes = 1
"""
INPUTS = {
    "idle.py": PRODUCT
    + "def schedule(sch):\n"
    + "    sch.bind(sch.get_loops('C')[0], 'threadIdx.x')\n"
    + "    yield 'bind', 'a thread a row'\n"
    + "    sch.annotate(sch.get_sblock('C'), 'double_buffer_scope', 0)\n"
    + "    yield 'double_buffer_scope'\n",
    "wrong.py": HEAD
    + "def schedule():\n"
    + "    a = te.placeholder((64,), name='A')\n"
    + "    b = te.compute((64,), lambda i: a[i] * 2.0, name='B')\n"
    + "    sch = s_tir.Schedule(te.create_prim_func([a, b]))\n"
    + "    sch.bind(sch.get_loops('B')[0], 'threadIdx.x')\n"
    + "    sch.transform_layout('B', ('read', 0), lambda i: [i % 8 * 8 + i // 8])\n"
    + "    return sch\n",
    "unbound.py": PRODUCT
    + "def schedule(sch):\n"
    + "    sch.split(sch.get_loops('C')[0], [None, 8])\n"
    + "    yield 'split'\n",
    "refused.py": PRODUCT
    + "def schedule(sch):\n"
    + "    sch.vectorize(sch.get_loops('C')[2])\n"
    + "    yield 'vectorize'\n",
    "syntax.py": "def schedule(:\n",
    "divides.py": HEAD + "1 / 0\n",
    "missing_module.py": "import nothing_of_that_name\n",
    "misnamed.py": PRODUCT + "def schedul(sch):\n    yield 'a'\n",
    "empty.py": "x = 1\n",
    "returns_seven.py": "def schedule():\n    return 7\n",
    "no_workload.py": "def schedule(sch):\n    yield 'a'\n",
    "old_fails.py": "import tvm\nfrom tvm import te\n\nte.create_schedule([])\n1 / 0\n",
    "old_nothing.py": "import tvm\nfrom tvm import te\n\n"
    "A = te.placeholder((8,), name='A')\n"
    "B = te.compute((8,), lambda i: A[i] + 1.0, name='B')\n"
    "s = te.create_schedule(B.op)\n",
    "old_arguments.py": "import sys\n\nprint(sys.argv[1:])\nsys.exit(4)\n",
    "old_own_mistake.py": "def outer():\n    return inner()\n\n\n"
    "def inner():\n    return undefined_name\n\n\nouter()\n",
    "stand_ins.py": "from schedules.legacy import te, tvm\n\n"
    + "A = te.placeholder((64, 8), name='A')\n"
    + "B = te.compute((64, 8), lambda i, j: A[i, j] + 1.0, name='B')\n"
    + "s = te.create_schedule(B.op)\n"
    + "outer, inner = s[B].split(B.op.axis[0], factor=16)\n"
    + "s[B].reorder(inner, outer)\n"
    + "print(tvm.lower(s, [A, B], simple_mode=True))\n",
    "template.py": "from schedules.legacy import te, tvm\nfrom tune.legacy import autotvm\n\n\n"
    + "@autotvm.template('twice')\n"
    + "def twice(n):\n"
    + "    a = te.placeholder((n,), name='A')\n"
    + "    b = te.compute((n,), lambda i: a[i] * 2.0, name='B')\n"
    + "    s = te.create_schedule(b.op)\n"
    + "    cfg = autotvm.get_config()\n"
    + "    cfg.define_split('tile', s[b].op.axis[0], num_outputs=2)\n"
    + "    cfg['tile'].apply(s, b, s[b].op.axis[0])\n"
    + "    return s, [a, b]\n\n\n"
    + "task = autotvm.task.create('twice', args=(12,), target='llvm')\n"
    + "print(task.config_space)\n"
    + "with tvm.target.Target('llvm'):\n"
    + "    print(tvm.lower(*task.instantiate(task.config_space.get(4)), simple_mode=True))\n",
    "notes.txt": "neither a record\n",
    "cpu.toml": JOB,
    "large.toml": JOB.replace("64, 64, 64", "1024, 1024, 1024"),
    "huge.toml": JOB.replace("64, 64, 64", "2000000, 2000000, 2000000"),
    "two.toml": JOB.replace("shape = [64, 64, 64]", "shapes = [[64, 64, 64], [128, 64, 96]]"),
    "auto.toml": JOB.replace('space = "sgemm_cpu"', 'space = "auto"'),
    "bad_auto.toml": JOB.replace('space = "sgemm_cpu"', 'space = "auto"').replace(
        '"random"', '"grid"'
    ),
    "misspelled.toml": JOB.replace("minutes", "minuets"),
    "unknown_rung.toml": JOB.replace(":parallel", ":paralel"),
    "no_rung.toml": JOB.replace(":parallel", ""),
    "other_space.toml": JOB.replace('space = "sgemm_cpu"', 'space = "hgemm"'),
    "gpu_target.toml": JOB.replace("x86-64-v3", "sm_90"),
    "bad_strategy.toml": JOB.replace('"random"', '"rando"'),
    "bad_shape.toml": JOB.replace("[64, 64, 64]", "[64, 64]"),
    "zero.toml": JOB.replace("trials = 20", "trials = 0"),
    "no_toml.toml": "workload = \n",
    "empty.jsonl": "",
    "torn.jsonl": '{"type": "candidate"}\n',
    "no_record.json": "{}\n",
    "no_marks.md": "# A page\n",
    "marks.md": "# A page\n\n<!-- results -->\nold\n<!-- /results -->\n",
    "h200.json": (FILES / "h200.json").read_text(encoding="utf-8"),
}
# The first lines of a record: few enough to walk each of its candidates.
RECORDS = {
    "few.jsonl": ("sgemm_cpu_space-intel-r-xeon-r-processor-2-cores.jsonl", 13),
    "few_hgemm.jsonl": ("hgemm_h200-nvidia-h200.jsonl", 9),
}


@cache
def inputs() -> dict[str, str]:
    found = dict(INPUTS)
    for name, (record, count) in RECORDS.items():
        with open(ROOT / "docs/tuning" / record, encoding="utf-8") as lines:
            found[name] = "".join(islice(lines, count))
    return found


def fill(folder: Path) -> None:
    for name, text in inputs().items():
        (folder / name).write_text(text, encoding="utf-8")


# --- what differs between machines and runs -------------------------------------------------------

# Where a command line is like the first, the second is replaced by the third.
MASKS = [
    # Last, so that its width is that of nothing else.
    (r"schedules passes", r"(?m)^( +\d+ .*?\S) +\d+\.\d$", r"\1  MS"),
    (r"schedules passes", r"(?m)^( +# .*?) +ms$", r"\1  ms"),
    (r"schedules passes", r"(?m)^( ─)─+$", r"\1"),
    (r"verify|explore", r"\b\d\.\d\d of tolerance", "#.## of tolerance"),
    (r"schedules report", r"\d+\.\d MB", "#.# MB"),
    (r"schedules\.legacy", r"\d+\.\d{3} ms", "# ms"),
    # Python 3.13 marks fewer lines of a traceback.
    (r"schedules\.legacy", r"(?m)^ +[~^]+\n", ""),
    (r"tune ", r"this machine has [\d.]+ GB", "this machine has # GB"),
]


def masked(text: str, line: str, folder: Path) -> str:
    site = sysconfig.get_path("purelib")
    for path, name in ((str(folder), "{tmp}"), (site, "{site}"), (str(ROOT), "{root}")):
        text = text.replace(path, name)
    for like, what, instead in MASKS:
        if re.search(like, line):
            text = re.sub(what, instead, text)
    return text


# --- running --------------------------------------------------------------------------------------


def program(name: str) -> Callable[[], None]:
    (found,) = importlib.metadata.entry_points(group="console_scripts", name=name)
    return found.load()


def call(words: list[str]) -> None:
    """Run a command as a shell would, but in this process."""
    name, *arguments = words
    if name != "python":
        sys.argv = words
        program(name)()
    elif arguments[0] == "-m":
        sys.argv = arguments[1:]
        with warnings.catch_warnings():
            # Another command may have imported it, which a process of its own would not know.
            warnings.simplefilter("ignore", RuntimeWarning)
            runpy.run_module(arguments[1], run_name="__main__")
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


class NoDevice:
    exist = False


@pytest.fixture
def quiet(monkeypatch):
    """The same surroundings everywhere: no colours, 80 columns, no GPU."""
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "TVM_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "80", "LINES": "24"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    monkeypatch.setattr(tvm, "cuda", lambda *_: NoDevice())
    monkeypatch.setattr(sys, "argv", sys.argv)
    # A file's commands have a process that waits for another, elsewhere than in a test.
    monkeypatch.setattr("schedules.commands.program.supervise", lambda *_, **__: None)
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.fixture
def transcript(capsys, monkeypatch, tmp_path, quiet):
    """Run a line of commands.txt; gives all that came of it, whole."""

    def run(line: str) -> list[tuple[str, str]]:
        fill(tmp_path)
        monkeypatch.chdir(ROOT)
        capsys.readouterr()
        parts: list[tuple[str, str]] = []
        for command in re.split(r"\s+&&\s+", line):
            words = shlex.split(command.replace("{tmp}", str(tmp_path)))
            parts.append(("$", command))
            if words[0] == "cd":
                os.chdir(words[1])
                continue
            before = written(tmp_path)
            code: object = 0
            try:
                call(words)
            except SystemExit as ended:
                code = ended.code
            out, err = capsys.readouterr()
            parts.append(("=", f"exit {0 if code is None else code}"))
            parts += [("|", masked(out, line, tmp_path)), ("!", masked(err, line, tmp_path))]
            after = written(tmp_path)
            for path in sorted(after.keys() - {p for p in before if before[p] == after.get(p)}):
                name = path.relative_to(tmp_path).as_posix()
                parts.append((">", f"{name}:{content(after[path], name, line, tmp_path)}"))
        return parts

    return run


def written(folder: Path) -> dict[Path, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path: path.read_bytes() for path in files if "__pycache__" not in path.parts}


# --- what was written -----------------------------------------------------------------------------


def content(data: bytes, name: str, line: str, folder: Path) -> str:
    """A file in short; of a page what it shows, not how."""
    text = masked(data.decode("utf-8", errors="replace"), line, folder)
    if name.endswith(".jsonl"):
        # A record bears the date and its machine's name.
        return f" {len(text.splitlines())} lines"
    if not name.endswith(".html"):
        return f" {len(text.splitlines())} lines, {digest(text)}"
    if index := re.search(r'<script[^>]* id="index"[^>]*>(.*?)</script>', text, re.DOTALL):
        return "\n" + "\n".join(explorer_data(index[1], text))
    reader = Tables()
    reader.feed(text)
    return "\n" + "\n".join(reader.lines)


def explorer_data(index: str, page: str) -> list[str]:
    """A hash of each rung's data on an explorer page, unpacked: zlib's bytes may differ."""
    known = json.loads(index)
    found = [f"index {digest(canonical({**known, 'made': ''}))}"]
    for path, name in known["chunks"].items():
        chunk = re.search(rf'<script[^>]* id="{name}"[^>]*>(.*?)</script>', page, re.DOTALL)
        assert chunk is not None, name
        record = json.loads(zlib.decompress(base64.b64decode(chunk[1])))
        if record["target"] == "llvm":
            # Whether a time is of the present kernel depends on this machine's CPU.
            record["measured"] = [row["device"] for row in record["measured"]]
        found.append(f"{path} {digest(canonical(record))}")
    return found


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


class Tables(HTMLParser):
    """A line for each row of a page's tables, and a hash for each of its texts."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._cells: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        if tag in ("table", "pre"):
            self._inside.append(tag)
            self.lines += ["table"] if tag == "table" else []
        if tag == "tr":
            self._cells = []
        if tag in ("td", "th", "pre"):
            self._cells.append("")

    def handle_data(self, data) -> None:
        if self._inside and self._cells:
            self._cells[-1] += data

    def handle_endtag(self, tag) -> None:
        if tag in ("table", "pre"):
            self._inside.pop()
        if tag == "pre":
            text = self._cells.pop()
            self.lines.append(f"text of {len(text.splitlines())} lines, {digest(text)}")
        if tag == "tr":
            self.lines.append(" | ".join(" ".join(cell.split()) for cell in self._cells))


# --- what is kept ---------------------------------------------------------------------------------


def digest(text: str) -> str:
    return "sha256 " + hashlib.sha256(text.encode()).hexdigest()


def kept(parts: list[tuple[str, str]]) -> str:
    """A transcript as its file has it, with a mark before each line that says what it is."""
    lines = []
    for mark, text in parts:
        found = text.splitlines()
        short = found
        if len(found) > LONGEST:
            short = [*found[:KEPT], f"... {len(found)} lines, {digest(text)}"]
        for one in short:
            if len(one) > WIDEST:
                one = f"{one[:WIDEST]} ... {len(one)} characters, {digest(one)}"
            lines.append(f"{mark} {one}".rstrip() if not one.strip() else f"{mark} {one}")
        if mark in "|!" and text and not text.endswith("\n"):
            lines.append(f"{mark}no newline at its end")
    return "\n".join([*lines, ""])


def slug(line: str) -> str:
    words = line.replace("{tmp}/", "").replace("&&", "then")
    name = re.sub(r"[^\w.@]+", "-", words).strip("-")
    # Different lines may have one name, and names an end.
    return f"{name[:70]}-{hashlib.sha256(line.encode()).hexdigest()[:6]}"


def save(path: Path, text: str) -> None:
    """Whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".")
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.chmod(aside, 0o644)
    os.replace(aside, path)


# --- tests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", sampled(LINES, REPRESENTATIVE), ids=slug)
def test_a_command_prints_what_it_did(line, transcript, tmp_path):
    parts = transcript(line)
    text = kept(parts)
    path = TEXTS / f"{slug(line)}.txt"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if text == before:
        return
    if os.environ.get(UPDATE):
        save(path, text)
        return
    whole = tmp_path / "whole.txt"
    whole.write_text("\n".join(f"{mark} {one}" for mark, one in parts), encoding="utf-8")
    names = (f"{path.name}", "now")
    diff = "\n".join(unified_diff(before.splitlines(), text.splitlines(), *names, lineterm=""))
    pytest.fail(f"{line}\n{diff}\n\nall of it is in {whole}", pytrace=False)


def test_each_text_is_of_a_command():
    known = {f"{slug(line)}.txt" for line in LINES}
    assert len(known) == len(LINES)
    others = [path for path in TEXTS.iterdir() if path.name not in known and path.suffix == ".txt"]
    if os.environ.get(UPDATE):
        for path in others:
            path.unlink()
        return
    assert others == []
