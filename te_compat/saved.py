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


def text_of(schedule: Schedule) -> str:
    """A schedule as JSON. The pickle refers to TVM's objects by their places in the graph."""
    nodes: list[tvm_ffi.Object] = []

    def place(given) -> int | None:
        if not isinstance(given, tvm_ffi.Object):
            return None
        nodes.append(given)
        return len(nodes) - 1

    file = io.BytesIO()
    pickler = pickle.Pickler(file)
    pickler.persistent_id = place
    pickler.dump(vars(schedule.twin()))
    graph = json.loads(tvm.ir.save_json(tvm_ffi.convert(nodes)))
    said = base64.b64encode(file.getvalue()).decode()
    return json.dumps({"kind": _KIND, "graph": graph, "said": said})


def from_text(text: str) -> Schedule:
    """The schedule of a text made by `text_of`."""
    parts = json.loads(text)
    nodes = tvm.ir.load_json(json.dumps(parts["graph"]))
    made = Schedule.__new__(Schedule)
    unpickler = pickle.Unpickler(io.BytesIO(base64.b64decode(parts["said"])))
    unpickler.persistent_load = nodes.__getitem__
    vars(made).update(unpickler.load())
    return made


copyreg.pickle(Schedule, lambda schedule: (from_text, (text_of(schedule),)))


def save_json(node) -> str:
    """`tvm.ir.save_json`, which also takes schedules."""
    return text_of(node) if isinstance(node, Schedule) else tvm.ir.save_json(node)


def load_json(text: str):
    """`tvm.ir.load_json`, which also returns schedules."""
    is_schedule = _KIND in text and json.loads(text).get("kind") == _KIND
    return from_text(text) if is_schedule else tvm.ir.load_json(text)
