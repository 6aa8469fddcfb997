"""The page's HTML: code, style and data inside, nothing fetched from anywhere.

As one offline file it has the data of every rung inside; live it asks for them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from .. import __version__
from ..catalog import ladders
from ..ladder import Rung
from ..names import is_kernel_file, named_paths, resolve
from ..process_pool import in_processes
from ..targets.chips import CHIPS
from . import model
from .kernel_record import kernel_ladder_record, kernel_record

STATIC = Path(__file__).parent / "static"

# As the cascade has them: later ones win.
STYLES = (
    *("theme", "base", "layout", "header", "list", "panes", "code"),
    *("details", "tables", "picture", "fields", "dialogs", "banks", "narrow"),
)

_IMPORT = re.compile(r'^import\b[^;]*"\./(\w+)\.js";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.M)


def script() -> str:
    """The JavaScript modules as one, after those they import: inlined, none can import another."""
    modules = {file.stem: file.read_text("utf-8") for file in sorted(STATIC.glob("*.js"))}
    imports = {name: _IMPORT.findall(text) for name, text in modules.items()}
    parts = (modules[name] for name in TopologicalSorter(imports).static_order())
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)).strip() + "\n" for part in parts)


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
    return environment.get_template("page.html.j2")


def page(index: Mapping[str, Any], chunks: Mapping[str, str]) -> str:
    """The HTML of the page; `chunks` are rungs' data by element id."""
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
        # In a script element only '<' could end it; JSON may have it escaped.
        index=Markup(as_json(index).replace("<", "\\u003c")),
        chunks=chunks.items(),
        made=index["made"],
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
    ladders: Iterable[Mapping[str, Any]], chunks: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What the page knows before it decodes any rung: where each one is, but live."""
    return {
        "live": chunks is None,
        "ladders": list(ladders),
        "chunks": dict(chunks or {}),
        "archs": {"cuda": list(CHIPS), "llvm": ["x86-64-v2", "x86-64-v3", "x86-64-v4"]},
        "made": f"Written by schedules {__version__}.",
    }


# A ladder's record, a rung's outline, and the rung's record, compressed: plain data, since it
# crosses a process boundary.
Part = tuple[dict[str, Any], dict[str, Any], str]


def build(reference: str) -> Part:
    """What the page has of a reference."""
    if is_kernel_file(reference):
        record = kernel_record(reference)
        return kernel_ladder_record(), model.outline_of(record), compressed(record)
    return build_rung(resolve(reference).rung)


def build_rung(rung: Rung, shape: Sequence[int] | None = None, arch: str | None = None) -> Part:
    """What the page has of a rung, at a shape, for an architecture."""
    record = model.rung_record(rung, shape, arch, recorded=True)
    if ladder := ladders().get(rung.ladder):
        about = model.ladder_record(ladder)
    else:
        # What stands for the ladder of a schedule of a user's.
        about = {"name": rung.ladder, "title": rung.summary, "workload": str(rung.workload)}
        about["reference"] = []
    return about, model.outline_of(record), compressed(record)


def report(references: Sequence[str] = ()) -> str:
    """The page of all rungs that the references name (ladders, rungs, files; all ladders where
    there are none); raises UserError where one fails."""
    return page_of(in_processes(build, named_paths(references)))


def page_of(parts: Iterable[Part]) -> str:
    """The offline page of its parts."""
    told: dict[str, dict[str, Any]] = {}
    chunks: dict[str, str] = {}
    ids: dict[str, str] = {}
    for number, (about, outline, chunk) in enumerate(parts):
        told.setdefault(about["name"], {**about, "rungs": []})["rungs"].append(outline)
        ids[outline["path"]] = f"rung-{number}"
        chunks[f"rung-{number}"] = chunk
    return page(index_of(told.values(), ids), chunks)
