"""A schedule whose names and reasons look like markup."""

from tvm import s_tir, te

NAME = "<script>alert(1)</script>"


def schedule() -> s_tir.Schedule:
    """A block called <script>, & so on: <img src=x onerror=alert(2)>"""
    a = te.placeholder((256,), "float32", name="A")
    b = te.compute((256,), lambda i: a[i] + 1.0, name=NAME)
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    (i,) = sch.get_loops(sch.get_sblock(NAME))
    outer, inner = sch.split(i, [None, 64])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")
    return sch
