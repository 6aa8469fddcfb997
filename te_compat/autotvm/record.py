"""AutoTVM's log, version 0.2: a line of JSON a candidate.

{"input": [target, task name, args, kwargs],
 "config": {"index": i, "code_hash": null, "entity": [[knob, kind, value], ...]},
 "result": [[seconds, ...], error_no, seconds in all, time stamp],
 "version": 0.2, "tvm_version": "0.27.0"}
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import tvm

from gpusim.errors import UserError
from schedules.core.files import write_text
from te_compat.calls import refuse
from te_compat.devices import as_target
from te_compat.session import session

from .dispatcher import DispatchContext
from .measure import MeasureInput, MeasureResult, cost_of
from .space import ConfigEntity, ConfigSpace
from .task import Task

Pair = tuple[MeasureInput, MeasureResult]

AUTOTVM_LOG_VERSION = 0.2
# The time of a candidate that failed, in seconds.
FAILED_S = 1e9

logger = logging.getLogger("autotvm")


def target_text(target: tvm.target.Target) -> str:
    """A target as TVM wrote it before its options were JSON: 'llvm -keys=cpu -mcpu=core-avx2'."""
    parts = [str(target.kind.name), f"-keys={','.join(map(str, target.keys))}"]
    for name in sorted(target.attrs):
        # This option depends on the machine, and old logs do not have it.
        if name != "mtriple":
            value = target.attrs[name]
            listed = isinstance(value, Sequence) and not isinstance(value, str)
            parts.append(f"-{name}={','.join(map(str, value)) if listed else value}")
    return " ".join(parts)


def target_of(text: str) -> tvm.target.Target:
    """The target of a log's line, without options that TVM no longer has."""
    kind, *said = text.split() or [""]
    try:
        return as_target(text)
    except ValueError:
        keys = [option for option in said if option.startswith("-keys=")]
        return as_target(" ".join([kind, *keys]))


def measure_str_key(inp: MeasureInput, include_config: bool = True) -> str:
    """The key that identifies an input."""
    parts = [target_text(inp.target), inp.task.name, str(inp.task.args), str(inp.task.kwargs)]
    return "".join([*parts, str(inp.config)] if include_config else parts)


def encode(inp: MeasureInput, result: MeasureResult, protocol: str = "json") -> str:
    """A line of the log, without its newline."""
    only_json(protocol)
    costs = list(result.costs) if result.error_no == 0 else [FAILED_S]
    return json.dumps(
        {
            "input": [target_text(inp.target), inp.task.name, inp.task.args, inp.task.kwargs],
            "config": inp.config.to_json_dict(),
            "result": [costs, int(result.error_no), result.all_cost, result.timestamp],
            "version": AUTOTVM_LOG_VERSION,
            "tvm_version": tvm.__version__,
        }
    )


def decode(row: str, protocol: str = "json") -> Pair | None:
    """Parse a line of the log; None for version 0.1, which TVM has not read since 0.7.

    Raises ValueError for anything else.
    """
    only_json(protocol)
    values = json.loads(row)
    try:
        if "v" in values:
            logger.warning("AutoTVM log version %s is no longer supported.", values["v"])
            return None
        target, name, args, _ = values["input"]
        task = Task(str(name), as_tuples(args))
        task.target = target_of(str(target))
        config = ConfigEntity.from_json_dict(values["config"])
        costs, *rest = values["result"]
        result = MeasureResult(tuple(map(float, costs)), *rest)
        if not result.costs:
            raise ValueError("it has no times")
        config.cost = cost_of(result)
        return MeasureInput(task.target, task, config), result
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None


def only_json(protocol: str) -> None:
    if protocol != "json":
        raise refuse(
            f"the protocol {protocol!r} is not supported: loading a pickle can run code; use 'json'"
        )


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def load_from_buffer(file: Iterable[str]) -> Iterator[Pair]:
    """The records of an open log.

    An incomplete last line is skipped with a warning; raises UserError for any other invalid line.
    """
    name = getattr(file, "name", "the log")
    for number, row in enumerate(file, 1):
        if not row.strip() or row.startswith("#"):
            continue
        try:
            pair = decode(row)
        except ValueError as error:
            if not row.endswith("\n"):
                logger.warning("%s:%d: the last line is incomplete and is ignored", name, number)
                return
            raise UserError(f"{name}:{number}: not a line of an AutoTVM log: {error}") from None
        if pair is not None:
            yield pair


def load_from_file(filepath) -> Iterator[Pair]:
    """The records of a log; raises UserError if there is no such file."""
    try:
        with open(filepath, encoding="utf-8") as file:
            yield from load_from_buffer(file)
    except OSError as error:
        raise UserError(f"cannot read {filepath}: {error.strerror or error}") from None


def append(filepath, rows: Iterable[str]) -> None:
    """Append complete lines to a log; if that is impossible, raises UserError and leaves the log
    unchanged."""
    data = "".join(f"{row}\n" for row in rows).encode()
    try:
        with open(filepath, "ab", buffering=0) as file:
            before = file.seek(0, os.SEEK_END)
            try:
                if file.write(data) != len(data):
                    raise OSError("the disk is full")
            except OSError:
                file.truncate(before)
                raise
    except OSError as error:
        raise UserError(f"cannot write {filepath}: {error.strerror or error}") from None


def pick_best(in_file, out_file) -> None:
    """Write the fastest record of each workload and target of a log (and of `out_file`)."""
    known: dict[str, Pair] = {}
    for file in (in_file, out_file) if os.path.isfile(out_file) else (in_file,):
        for pair in load_from_file(file):
            keep_fastest(known, measure_str_key(pair[0], False), pair)
    write_text(Path(out_file), "".join(f"{encode(*pair)}\n" for pair in known.values()))


def keep_fastest(known: dict[Any, Pair], key, pair: Pair) -> None:
    """Store a record in `known`, unless it failed or the stored one is faster."""
    _, result = pair
    if result.error_no == 0 and (key not in known or cost_of(known[key][1]) > cost_of(result)):
        known[key] = pair


# --- The best config of a log ---------------------------------------------------------------------


class ApplyHistoryBest(DispatchContext):
    """The fastest config that logs have for a workload, for a target with the same keys.

    Parameters
    ----------
    records : path, open file, pairs of MeasureInput and MeasureResult, or a list of these
    """

    def __init__(self, records) -> None:
        super().__init__()
        self.best_by_targetkey: dict[tuple[str, Any], Pair] = {}
        self._own: dict[tuple[str, Any], ConfigSpace] = {}
        if records:
            self.load(records)

    def load(self, records) -> None:
        """Read more records; the fastest of all counts."""
        for inp, result in _pairs(records):
            for name in inp.target.keys:
                key = (str(name), inp.task.workload)
                keep_fastest(self.best_by_targetkey, key, (inp, result))

    def update(self, target, workload, cfg: ConfigSpace) -> None:
        """Set the config of a workload."""
        for name in target.keys:
            self._own[str(name), workload] = cfg

    def _query_inside(self, target, workload) -> ConfigSpace | None:
        if target is None:
            raise refuse(
                "the best config depends on the target, and no target is set; call the template "
                "inside `with tvm.target.Target('llvm'):`",
                "apply_history_best",
            )
        for name in target.keys:
            key = (str(name), workload)
            if key in self._own:
                return self._own[key]
            if key in self.best_by_targetkey:
                return self.best_by_targetkey[key][0].config
        return None


def _pairs(records) -> Iterator[Pair]:
    """All records of an argument of ApplyHistoryBest."""
    if isinstance(records, str | bytes | os.PathLike):
        if session().only_lower and not os.path.exists(records):
            # Nothing is tuned if only the schedules are inspected.
            return
        yield from load_from_file(records)
    elif hasattr(records, "readline"):
        yield from load_from_buffer(records)
    elif isinstance(records, Iterable):
        for record in records:
            if isinstance(record, tuple) and record and isinstance(record[0], MeasureInput):
                yield record
            else:
                yield from _pairs(record)
    else:
        raise refuse(f"{records!r} is not a log; pass a file or records", "apply_history_best")
