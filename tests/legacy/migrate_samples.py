"""What tests of migrated text share."""

from __future__ import annotations

import tvm_ffi
from tvm import te as today_te
from tvm import tirx

from schedules.legacy.calls import OldCall
from schedules.legacy.graph_text import GraphText
from schedules.legacy.migrate import Chosen
from schedules.legacy.session import History, Lowering


def as_chosen(s, args, found) -> Chosen:
    lowering = Lowering(len(s.log.calls), tuple(args), OldCall("lower", __file__, 1), "")
    return Chosen("", lowering, History(s, []), found)


A = today_te.placeholder((8, 8), name="A")
H = today_te.placeholder((8, 8), "float16", name="H")
N = today_te.placeholder((8, 8), "int32", name="N")
S = today_te.placeholder((), name="S")


def printed(function) -> tuple[str, today_te.Tensor]:
    made = today_te.compute((8, 8), function, name="R")
    lines = GraphText([A, H, N, S, made], {}, {}).lines()
    text = "\n".join(lines)
    return text, made


def check_reads_back(text: str, made: today_te.Tensor) -> None:
    names: dict = {"te": today_te, "tirx": tirx}
    exec(text, names)
    first = today_te.create_prim_func([A, H, N, S, made])
    second = today_te.create_prim_func([names[one] for one in "AHNSR"])
    assert tvm_ffi.structural_equal(first, second)
