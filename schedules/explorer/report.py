"""The page as one offline HTML file: code, style and data inside, nothing fetched from anywhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import signal
import zlib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .. import __version__
from ..errors import UserError
from ..targets.target import ARCHS
from . import model

HERE = Path(__file__).parent
STATIC = HERE / "static"
WORKERS = 2

# In the order in which one builds on another.
MODULES = (
    "dom",
    "data",
    "tokens",
    "diff",
    "pane",
    "route",
    "launch",
    "info",
    "fields",
    "search",
    "app",
)

KEYS = (
    ("j k", "next step, step before"),
    ("l h", "next rung, rung before (also ] and [)"),
    ("1 2 3 4 5 6", "level of the pane: TIR, lowered, pass, source, PTX, SASS"),
    ("d", "the pane as a diff against the step before"),
    ("D", "the same against the rung before, and back"),
    ("n p", "next change in the pane, change before; in PTX and SASS of the chosen CUDA line"),
    ("w", "to the other pane"),
    ("m", "this pane alone, and back"),
    ("/", "search rungs, steps, reasons and the lines shown"),
    (", .", "hide the list, hide the details"),
    ("t", "light or dark"),
    ("?", "this help"),
)

WORDS = (
    ("rung, step", "one kernel of a ladder; a named point on the way to it"),
    ("warp, lane", "32 threads that execute an instruction together; one of them"),
    ("request", "one load or store instruction of one warp"),
    (
        "bank",
        "shared memory has 32, each for one word of 4 bytes at a time; word w is in bank w mod 32",
    ),
    (
        "wavefront",
        "a pass over the banks; different words of one bank take one each",
    ),
    ("conflicts", "wavefronts beyond the least that the requests could do with"),
    ("sector", "32 bytes, in which global memory is read and written"),
    ("vthread", "a virtual thread: its work is interleaved with its siblings' in one real thread"),
    ("occupancy", "warps resident on a multiprocessor, of the most it can hold"),
    ("spill", "registers that did not fit, kept in slow local memory"),
    ("FLOP/B", "arithmetic per byte moved at a level of memory; DRAM: if every byte moved once"),
    ("FFMA, HMMA", "a multiply-add of each lane; of small matrices, on the tensor cores"),
    (
        "LDG, LDS, LDGSTS",
        "load from global, from shared memory; copy global to shared (.128: bits a lane)",
    ),
)

_IMPORT = re.compile(r"^import\b[^;]*;\n", re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.M)


# --- the page -------------------------------------------------------------------------------------


def bundle() -> str:
    """The JavaScript modules as one: an inlined module can import no other."""
    parts = [(STATIC / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)).strip() + "\n" for part in parts)


@cache
def _template():
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    return environment.get_template("page.html.j2")


def page(index: Mapping[str, Any], chunks: Mapping[str, str], *, live: bool = False) -> str:
    """The HTML of the page; `chunks` are rungs' data by element id."""
    script, style = bundle(), (STATIC / "style.css").read_text(encoding="utf-8")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            "img-src data:",
            "connect-src 'self'" if live else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return _template().render(
        policy=policy,
        style=Markup(style),
        script=Markup(script),
        # In a script element only '<' could end it; JSON may have it escaped.
        index=Markup(as_json(index).replace("<", "\\u003c")),
        chunks=chunks.items(),
        help=KEYS,
        words=WORDS,
        made=index.get("made", ""),
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def as_json(value: Any) -> str:
    """Compact JSON."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def compressed(record: Mapping[str, Any]) -> str:
    """A record as the page decodes it: JSON, deflated, in base64."""
    return base64.b64encode(zlib.compress(as_json(record).encode(), 9)).decode()


def index_of(
    ladders: Iterable[Mapping[str, Any]], *, chunks: Mapping[str, str], live: bool
) -> dict[str, Any]:
    """What the page knows before it decodes any rung."""
    return {
        "live": live,
        "ladders": list(ladders),
        "chunks": dict(chunks),
        "archs": {"cuda": list(ARCHS), "llvm": ["x86-64-v2", "x86-64-v3", "x86-64-v4"]},
        "made": f"Written by schedules {__version__}.",
    }


# --- the file -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Built:
    """A rung's part of the page; plain data, since it crosses a process boundary."""

    reference: str
    outline: dict[str, Any] | None
    ladder: dict[str, Any] | None
    chunk: str
    problem: str


def build(reference: str) -> Built:
    """A rung's record, compressed. A UserError becomes its problem."""
    from ..catalog import ladders
    from ..commands.cli import resolve

    try:
        rung = resolve(reference).rung
        record = model.rung_record(rung)
        ladder = ladders().get(rung.ladder)
        record["measured"] = model.measured(rung)
        return Built(
            reference,
            model.outline_of(record),
            model.ladder_record(ladder) if ladder else model.file_record(rung),
            compressed(record),
            "",
        )
    except UserError as error:
        return Built(reference, None, None, "", str(error))


def build_all(references: Sequence[str]) -> list[Built]:
    """Every rung of the references (ladders, rungs, files; all ladders where there are none)."""
    from ..commands.dump import progress, tasks_for

    paths = [task.reference for task in tasks_for(references, None, None, True, False)]
    if len(paths) < 3:
        return [build(path) for path in paths]
    pool = ProcessPoolExecutor(
        WORKERS,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    try:
        found = []
        with progress(len(paths)) as advance:
            for one in pool.map(build, paths):
                found.append(one)
                advance()
        return found
    except KeyboardInterrupt:
        for process in list(pool._processes.values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def report(references: Sequence[str] = ()) -> str:
    """The page of all rungs that the references name; raises UserError where one fails."""
    found = build_all(references)
    for one in found:
        if one.problem:
            raise UserError(one.problem)
    ladders: dict[str, dict[str, Any]] = {}
    chunks: dict[str, str] = {}
    ids: dict[str, str] = {}
    for at, one in enumerate(found):
        assert one.ladder is not None and one.outline is not None
        ladder = ladders.setdefault(one.ladder["name"], {**one.ladder, "rungs": []})
        ladder["rungs"].append(one.outline)
        ids[one.outline["path"]] = f"rung-{at}"
        chunks[f"rung-{at}"] = one.chunk
    return page(index_of(ladders.values(), chunks=ids, live=False), chunks)


def run_report(references: Sequence[str], out: Path) -> int:
    """`schedules report`: writes the file whole, and returns the exit code."""
    from click import echo

    from ..files import write_text

    text = report(references)
    write_text(out, text)
    rungs = text.count('<script type="application/octet-stream"')
    echo(f"{out}: {rungs} rungs, {len(text.encode()) / 1e6:.1f} MB")
    return 0
