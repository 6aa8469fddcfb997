"""A template's computation as a rung whose name contains everything that builders and runners need.

They are other processes, perhaps on other machines, which do not have the script. A candidate is
its scheduled module, in the only field of the tile.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from functools import cache

import tvm
from tvm import s_tir, tirx

from schedules.core.ladder import NoTile, Tile
from schedules.sources.computations import Computation
from schedules.sources.schedule_source import OwnRung
from schedules.workloads import Workload

# Prefix of the name of such a rung, and the function that makes the rung (`BuildRequest.loader`).
TEMPLATE = "template:"
LOADER = f"{__name__}:rung_of"


def rung_text(func: tirx.PrimFunc, name: str, kind: str) -> str:
    """The text from which `rung_of` makes a rung; `kind` is the target's."""
    text = json.dumps([name, kind, str(tvm.ir.save_json(tvm.IRModule({"main": func})))])
    return TEMPLATE + base64.b64encode(zlib.compress(text.encode())).decode()


@cache
def rung_of(text: str) -> TemplateRung:
    name, kind, mod = json.loads(zlib.decompress(base64.b64decode(text.removeprefix(TEMPLATE))))
    return TemplateRung(
        ladder="template",
        index=1,
        name=name,
        function=scheduled_elsewhere,
        workload=Computation(tvm.ir.load_json(mod)["main"]),
        tile=Scheduled(),
        any_shape=True,
        target=kind,
    )


def scheduled_elsewhere(_sch, _tile) -> None:
    """Placeholder for the template, which was called in the script's process."""


@dataclass(frozen=True)
class Scheduled(NoTile):
    """A scheduled module, as JSON."""

    module: str = ""


@dataclass(frozen=True)
class TemplateRung(OwnRung):
    """The rung of a template's candidates."""

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        assert isinstance(tile, Scheduled)
        origin = tvm.IRModule({"main": workload.prim_func()})
        return s_tir.Schedule(tvm.ir.load_json(tile.module)), origin
