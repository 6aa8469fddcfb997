"""Schedules as JSON and pickled: their tensors and axes as one graph that preserves identity.

The schedule's calls are pickled with it. As with any pickle, loading it runs code from it.
"""

from __future__ import annotations

import base64
import copyreg
import io
import json
import pickle

import tvm
import tvm_ffi

from .schedule import Schedule

_KIND = "schedules.legacy"


class _Pickler(pickle.Pickler):
    """Pickles Python objects; TVM's objects are stored in `nodes` and numbered."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.nodes: list[tvm_ffi.Object] = []

    def persistent_id(self, given) -> int | None:
        if not isinstance(given, tvm_ffi.Object):
            return None
        self.nodes.append(given)
        return len(self.nodes) - 1


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, nodes) -> None:
        super().__init__(file)
        self.nodes = nodes

    def persistent_load(self, number: int) -> tvm_ffi.Object:
        return self.nodes[number]


def text_of(schedule: Schedule) -> str:
    """A schedule as JSON."""
    twin = schedule.twin()
    file = io.BytesIO()
    pickler = _Pickler(file)
    pickler.dump(vars(twin))
    graph = json.loads(tvm.ir.save_json(tvm_ffi.convert(pickler.nodes)))
    said = base64.b64encode(file.getvalue()).decode()
    return json.dumps({"kind": _KIND, "graph": graph, "said": said})


def from_text(text: str) -> Schedule:
    """The schedule of a text made by `text_of`."""
    parts = json.loads(text)
    nodes = tvm.ir.load_json(json.dumps(parts["graph"]))
    made = Schedule.__new__(Schedule)
    vars(made).update(_Unpickler(io.BytesIO(base64.b64decode(parts["said"])), nodes).load())
    for stage in made.stages:
        stage.op = stage.op
    return made


copyreg.pickle(Schedule, lambda schedule: (from_text, (text_of(schedule),)))


def save_json(node) -> str:
    """`tvm.ir.save_json`, which also takes schedules."""
    return text_of(node) if isinstance(node, Schedule) else tvm.ir.save_json(node)


def load_json(text: str):
    """`tvm.ir.load_json`, which also returns schedules."""
    is_schedule = _KIND in text and json.loads(text).get("kind") == _KIND
    return from_text(text) if is_schedule else tvm.ir.load_json(text)
