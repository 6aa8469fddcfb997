"""Entities of a knob, in AutoTVM's order."""

from __future__ import annotations

import pytest

from te_compat import autotvm


def sizes(length: int, **options) -> list[list[int]]:
    cfg = autotvm.ConfigSpace()
    cfg.define_split("t", length, **options)
    return [one.size for one in cfg.space_map["t"]]


# What TVM 0.19 gives, in its order.
SPLITS = {
    "factors": (sizes(12, num_outputs=2), [[-1, f] for f in (1, 2, 3, 4, 6, 12)]),
    "three": (
        sizes(4, num_outputs=3),
        [[-1, 1, 1], [-1, 2, 1], [-1, 4, 1], [-1, 1, 2], [-1, 2, 2], [-1, 1, 4]],
    ),
    "power2": (sizes(6, policy="power2", num_outputs=2), [[-1, 1], [-1, 2], [-1, 4]]),
    "verbose": (sizes(6, policy="verbose", num_outputs=2), [[-1, f] for f in (1, 2, 3, 4, 6)]),
    "no_tail": (sizes(6, policy="verbose", num_outputs=2, no_tail=True)[-2:], [[-1, 3], [-1, 6]]),
    "max_factor": (sizes(12, num_outputs=2, max_factor=3), [[-1, 1], [-1, 2], [-1, 3]]),
    "filter": (sizes(12, num_outputs=2, filter=lambda e: e.size[-1] > 4), [[-1, 6], [-1, 12]]),
    "candidate": (sizes(9, policy="candidate", num_outputs=2, candidate=[[2, 5]]), [[2, 5]]),
}


@pytest.mark.parametrize("name", SPLITS)
def test_a_split_has_the_sizes_that_autotvm_gave(name):
    found, right = SPLITS[name]
    assert found == right


def orders(policy: str, count: int = 3, **options) -> list[list[int]]:
    cfg = autotvm.ConfigSpace()
    axes = [cfg.axis(one + 2) for one in range(count)]
    given = {
        name: [[axes[at] for at in chain] for chain in value] if name != "interval" else value
        for name, value in options.items()
    }
    cfg.define_reorder("r", axes, policy, **given)
    return [list(one.perm) for one in cfg.space_map["r"]]


def test_a_reorder_has_the_orders_that_autotvm_gave():
    assert orders("identity") == [[0, 1, 2]]
    assert orders("all", 2) == [[0, 1], [1, 0]]
    assert orders("interval_all", interval=(1, 3)) == [[0, 1, 2], [0, 2, 1]]
    assert orders("candidate", candidate=[[2, 0, 1]]) == [[2, 0, 1]]
    chains = {"spatial": [[0, 1], [2, 3]], "reduce": [[4, 5]]}
    assert orders("interleave", 6, **chains) == [[0, 2, 4, 1, 3, 5]]
    assert orders("interleave_cuda", 6, **chains) == [[0, 2, 4, 5, 1, 3]]


def annotations(policy: str, count: int, **options) -> list[list]:
    cfg = autotvm.ConfigSpace()
    cfg.define_annotate("a", [cfg.axis(2)] * count, policy, **options)
    return [list(one.anns) for one in cfg.space_map["a"]]


def test_an_annotation_has_what_autotvm_gave():
    assert annotations("try_unroll", 1) == [["none"], ["unroll"]]
    found = annotations("try_unroll_vec", 2)
    assert len(found) == 8 and ["vec", "vec"] not in found
    assert annotations("bind_gpu", 3) == [["fuse", "blockIdx.x", "threadIdx.x"]]
    assert annotations("bind_gpu_virtual", 3) == [["blockIdx.x", "vthread", "threadIdx.x"]]
    assert annotations("locate_cache", 3, num_anchor=2) == [[0, 1], [0, 2], [1, 2]]


def test_axes_of_a_knob_are_axes_of_the_next():
    cfg = autotvm.ConfigSpace()
    outer, inner = cfg.define_split("t", 8, num_outputs=2)
    cfg.define_reorder("r", [outer, inner], "candidate", candidate=[[inner, outer]])
    assert cfg.space_map["r"][0].perm == [1, 0]
