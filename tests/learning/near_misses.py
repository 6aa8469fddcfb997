"""Changes of solutions that almost pass: what is replaced, the figure that is missed (None where
the kernel is wrong, or there is none), and what is said of it."""

from __future__ import annotations

_BIND_LANE = '        sch.bind(tx, "threadIdx.x")\n    yield "bind_fetch"'
_BIND_PIECES = '    sch.bind(lane, "threadIdx.x")\n    yield "bind_pieces"'
_STAGES = '[0, 0, 1])\n    sch.annotate(ko, "software_pipeline_order"'

# By exercise and by what is missed.
NEAR_MISSES = {
    "bind_loops": {
        "a whole row of threads": (
            {"_, thread = sch.split(j, [None, 256])\n    sch.bind(thread,": "sch.bind(j,"},
            None,
            "limit of 1024",
        ),
        "idle lanes": ({"256": "200"}, "idle_lanes", "multiple of 32"),
    },
    "coalesce": {
        "a stretch for each thread": (
            {
                "column, thread = sch.split(j, [None, 256])": "thread, column = "
                "sch.split(j, [256, None])"
            },
            "sectors",
            "by ones",
        ),
    },
    "vectorize": {"64 bits": ({"[None, 256, 8]": "[None, 256, 4]"}, "requests", "eight float16")},
    "shared_tile": {"B alone": ({"in (0, 1):": "in (1,):"}, "sectors", "once")},
    "cooperative_fetch": {
        "one axis": (
            {f'        sch.bind(ty, "threadIdx.y")\n{_BIND_LANE}': _BIND_LANE},
            "sectors",
            r"\*and\* threadIdx.y",
        ),
    },
    "bank_padding": {
        "two words": ({"offset=1": "offset=2"}, "conflicts", "bank"),
        "three words": ({"offset=1": "offset=3"}, "shared_bytes", "one word"),
    },
    "bank_vthread": {
        "no virtual thread": ({'    sch.bind(vx, "vthread.x")\n': ""}, "sectors", "serial loop"),
    },
    "register_tile": {
        "two by two": ({"[None, 16, 4]": "[None, 16, 2]"}, "wavefronts", "larger thread tile"),
    },
    "fuse_epilogue": {
        "sums in global memory": (
            {'    sch.set_scope("C", 0, "local")\n': ""},
            None,
            "sch.set_scope",
        ),
    },
    "inline_producer": {
        "bound to blocks": (
            {
                'sch.compute_inline("real")': 'i, j = sch.get_loops("real")\n    '
                'sch.bind(sch.fuse(i, j), "blockIdx.x")'
            },
            "launches",
            "a separate kernel",
        ),
    },
    "warp_per_row": {
        "a stretch for each lane": (
            {"_, lane = sch.split(k, [None, 32])": "lane, _ = sch.split(k, [32, None])"},
            "sectors",
            "inner part of k",
        ),
    },
    "split_k": {
        "a thread for each piece": (
            {_BIND_PIECES: '    yield "bind_pieces"'},
            "sectors",
            "coalesced",
        ),
    },
    "spills": {
        "eight by sixteen": ({"columns=8": "columns=16"}, "registers", "each has 128"),
        "four by four": ({"rows=8, columns=8": "rows=4, columns=4"}, "wavefronts", "too small"),
    },
    "double_buffer": {
        "one stage": ({_STAGES: _STAGES.replace("1", "0")}, "prologue_loads", "ahead"),
    },
    "overlap": {
        "stores ahead of the products": (
            {"[0, 3, 1, 4, 2]": "[0, 1, 2, 3, 4]"},
            "predicted_us",
            "between loads and stores",
        ),
    },
    "tensor_cores": {
        "the product by loops": (
            {'    sch.tensorize(blocks["product"], group["compute"])\n': ""},
            None,
            "fragment",
        ),
    },
}
