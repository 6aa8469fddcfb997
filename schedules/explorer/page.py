"""The page's HTML, with code, style and data inlined; nothing is fetched from other sites.

An offline file contains the data of every rung; the live page requests them from the server.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from graphlib import TopologicalSorter
from itertools import zip_longest
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from gpusim.chips import CHIPS

from .. import __version__
from ..core.ladder import Rung, ladders
from ..learning.exercise import Exercise
from ..processes.worker import in_processes
from ..sources.names import ladder_of, named_paths, resolve_whole
from ..views.timeline import pipeline_record
from . import model, overview

STATIC = Path(__file__).parent / "static"

# In the order of the cascade: later ones win.
STYLES = (
    *("theme", "base", "layout", "header", "list", "panes", "code"),
    *(
        "details",
        "tables",
        "picture",
        "fields",
        "dialogs",
        "banks",
        "pipeline",
        "tour",
        "overview",
        "exercises",
        "narrow",
        "print",
    ),
)


# Biome formats the modules: what begins a line is at the top level.
_IMPORT = re.compile(r'^import\s+(?:([^"]*?)\s+from\s+)?"([^"]*)";\n', re.M)
_EXPORT = re.compile(r"^export (?=((?:async )?(?:const|class|function) )?(\w*))", re.M)


@cache
def script(folder: Path = STATIC) -> str:
    """The JavaScript modules of a folder as one script, because inlined modules cannot import each
    other: each is a function after those that it imports, and its exports are the constant `$name`.

    Raises CycleError, and ValueError for a form of `import` or `export` that is not supported.
    """
    texts = {file.stem: file.read_text("utf-8") for file in sorted(folder.glob("*.js"))}
    graph = {name: [of for of, _ in _imports(text)] for name, text in texts.items()}
    return "\n".join(_scoped(name, texts[name]) for name in TopologicalSorter(graph).static_order())


def _imports(text: str) -> list[tuple[str, str]]:
    """What a module imports: a module, and local names as a pattern ('' for none)."""
    found = []
    for names, file in _IMPORT.findall(text):
        if not file.startswith("./") or not file.endswith(".js"):
            raise ValueError(f"an import of {file}, which is no module beside this one")
        pattern = " ".join(names.split()).removeprefix("* as ").replace(" as ", ": ")
        found.append((file[2:-3], pattern))
    return found


def _scoped(name: str, text: str) -> str:
    """A module as a function that is called once."""
    imports = [f"const {pattern} = ${of};" for of, pattern in _imports(text) if pattern]
    exports = _EXPORT.findall(text)
    for kind, exported in exports:
        if not kind:
            raise ValueError(f"an export of {exported}, which is no declaration")
    body = _EXPORT.sub("", _IMPORT.sub("", text)).strip()
    returned = f"return {{ {', '.join(exported for _, exported in exports)} }};"
    lines = "\n".join([*imports, body, returned])
    return f"const ${name} = (() => {{\n{lines}\n}})();"


def style() -> str:
    """The style sheets as one."""
    return "\n".join((STATIC / "style" / f"{name}.css").read_text("utf-8") for name in STYLES)


@cache
def _template():
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    environment.filters["marked"] = _marked
    return environment.get_template("page.html.j2")


def _marked(text: str) -> Markup:
    """A text with `code` and *emphasis* in it."""

    def element(found: re.Match) -> str:
        return f"<code>{found[1]}</code>" if found[1] else f"<em>{found[2]}</em>"

    return Markup(re.sub(r"`([^`]+)`|\*(\w+)\*", element, str(escape(text))))


def page(
    index: Mapping[str, Any],
    chunks: Mapping[str, str],
    exercises: Sequence[Exercise] = (),
    gradable: bool = False,
) -> str:
    """The HTML of the page; `chunks` are rungs' data by element id. With `gradable`, an exercise
    has an editor."""
    code, looks = script(), style()
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_digest(code)}'",
            f"style-src '{_digest(looks)}'",
            "img-src data:",
            "connect-src 'self'" if index["live"] else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return _template().render(
        policy=policy,
        style=Markup(looks),
        script=Markup(code),
        # Only '<' could end a script element; JSON allows it to be escaped.
        index=Markup(as_json(index).replace("<", "\\u003c")),
        chunks=chunks.items(),
        made=index["made"],
        exercises=exercises,
        gradable=gradable,
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def as_json(value: Any) -> str:
    """Compact JSON."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def compressed(record: Mapping[str, Any]) -> str:
    """A record in the page's encoding: JSON, deflated, in base64."""
    return base64.b64encode(zlib.compress(as_json(record).encode(), 9)).decode()


def packed(record: Mapping[str, Any]) -> str:
    """A rung's record in the page's encoding, with its steps' passes grouped by pass: a pass
    does much the same to every step, and deflate finds repetitions only within 32 KB."""
    steps = [dict(step) for step in record["steps"]]
    several = []
    for step in steps:
        if step.get("details"):
            step["details"] = dict(step["details"])
            several.append(step["details"].pop("passes"))
        else:
            several.append([])
    passes = list(zip_longest(*several))
    return compressed({**record, "steps": steps, "passes": passes})


OVERVIEW = "overview-data"


def index_of(
    listed: Iterable[Mapping[str, Any]],
    chunks: Mapping[str, str] | None = None,
    files: Sequence[str] = (),
) -> dict[str, Any]:
    """What the page knows before it decodes a rung; offline also where each rung's data are.
    `files` are the user's, which the live page requests and watches."""
    return {
        "live": chunks is None,
        "files": list(files),
        "ladders": [{**ladder, **_about(ladder, chunks is None)} for ladder in listed],
        "chunks": dict(chunks or {}),
        # Offline, the overview contains them.
        "devices": overview.devices() if chunks is None else None,
        "archs": {"cuda": list(CHIPS), "llvm": ["x86-64-v2", "x86-64-v3", "x86-64-v4"]},
        "made": f"Written by schedules {__version__}.",
    }


def _about(ladder: Mapping[str, Any], live: bool) -> dict[str, Any]:
    """The device and the shape that the page shows a ladder at initially; a file, which has each
    rung at one shape, at that of its rungs."""
    about = overview.about(ladder["name"])
    shapes = [rung["shape"] for rung in ladder["rungs"]]
    if about["usual"] and not live and about["usual"]["shape"] not in shapes:
        about["usual"]["shape"] = shapes[0]
    return about


@dataclass(frozen=True)
class Part:
    """A rung of an offline page: its ladder, outline, overview entry and compressed record.
    Plain data, because it crosses a process boundary."""

    ladder: dict[str, Any]
    outline: dict[str, Any]
    overview: dict[str, Any]
    chunk: str

    @classmethod
    def of(cls, ladder: dict[str, Any], record: dict[str, Any]) -> Part:
        seen = overview.rung_overview(record)
        record.pop("measured", None)
        return cls(ladder, model.outline_of(record), seen, packed(record))


def build(
    reference: str,
    predict: bool = False,
    launch: Mapping[str, Any] | None = None,
    arch: str | None = None,
) -> Part:
    """The page's record of a reference; `launch` replaces keys of a kernel's FILE.toml."""
    rung = resolve_whole(reference, None, launch).rung
    known = overview.usual(rung.ladder)
    return build_rung(rung, known[1] if known else None, arch, predict=predict)


def build_rung(
    rung: Rung,
    shape: Sequence[int] | None = None,
    arch: str | None = None,
    *,
    predict: bool = False,
) -> Part:
    """The page's record of a rung at a shape and architecture.

    Of a user's file, every step has machine code, counts, a predicted time and advice. With
    `predict`, a ladder's rung has a predicted time as well, and both have a pipeline; that takes
    seconds.
    """
    # Measurements are for the code of the usual architecture.
    usual = rung.lowered_for(arch) == rung.lowered_for()
    own = rung.ladder not in ladders()
    record = model.rung_record(rung, shape, arch, every_step=own, recorded=usual)
    if not rung.on_cpu:
        if own:
            overview.foretell(rung, record, shape, arch)
        elif predict:
            record["prediction"] = overview.predicted(rung, arch=arch, shape=shape)
        if predict:
            record["pipeline"] = overview.predicted(
                rung, what=pipeline_record, arch=arch, shape=shape
            )
    return Part.of(model.ladder_record_of(rung), record)


def report(
    references: Sequence[str] = (),
    predict: bool = False,
    launch: Mapping[str, Any] | None = None,
    arch: str | None = None,
) -> str:
    """The page of all rungs that the references name (ladders, rungs, files; by default all
    ladders), for an architecture; raises UserError if one fails. `launch` is for kernels in
    files. A single rung of a ladder has its predicted time without `predict`."""
    alone = len(references) == 1 and ladder_of(references[0]) in ladders().keys() - {*references}
    made = partial(build, predict=predict or alone, launch=launch, arch=arch)
    return page_of(in_processes(made, named_paths(references), ladder_of, lines=True))


def page_of(parts: Iterable[Part]) -> str:
    """The offline page of its parts."""
    told: dict[str, dict[str, Any]] = {}
    chunks: dict[str, str] = {}
    ids: dict[str, str] = {}
    seen: dict[str, Any] = {}
    for number, part in enumerate(parts):
        rungs = told.setdefault(part.ladder["name"], {**part.ladder, "rungs": []})["rungs"]
        rungs.append(part.outline)
        path = part.outline["path"]
        ids[path], seen[path] = f"rung-{number}", part.overview
        chunks[f"rung-{number}"] = part.chunk
    data = {OVERVIEW: overview_chunk(seen), **chunks}
    return page(index_of(told.values(), ids), data)


def overview_chunk(rungs: Mapping[str, Any]) -> str:
    """The overview's data of rungs, by path, in the page's encoding."""
    return compressed({"devices": overview.devices(), "rungs": rungs})
