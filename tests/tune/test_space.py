"""Search spaces: what is in them, and that what is built is what was drawn."""

from __future__ import annotations

import itertools
import json
import math
import random

import pytest
import tvm_ffi
from schedules.targets.target import limits
from tvm import s_tir

from schedules.catalog import ladder
from schedules.checks.serial import check_serial, serial
from schedules.errors import LimitError, UserError
from schedules.gemm.sgemm_cpu import PanelTile
from schedules.lowering.lower import lower
from tune import spaces
from tune.auto import AutoSpace
from tune.space import (
    Config,
    EmptySpace,
    SpaceError,
    Template,
    factorizations,
    features,
    find,
    pairs,
    schedule_hash,
    template,
    templates,
)

ARCHS = ("sm_90", "sm_86")
SHAPES = {3: (1024, 1024, 1024), 2: (4096, 4096)}


def space_of(rung_path: str, shape=None, name: str = ""):
    name = name or next(one.name for one in templates().values() if rung_path in one.rungs)
    family, _, rung = rung_path.partition(":")
    found = ladder(family)[rung]
    arch = "x86-64-v3" if found.target == "llvm" else "sm_90"
    return find(name).at(found, shape or SHAPES[len(found.workload.shape)], arch)


RUNGS = [rung for one in templates().values() for rung in one.rungs]

# Spaces with all points that their kernel can be: wgmma_tma takes 3 to 5 stages of one warpgroup or
# 3 to 4 of two, as shared memory allows, and two stages are refused; each with 6 panels.
SMALL_SPACES = {"gemm/hgemm:wgmma_tma": (3 + 2) * 6}


@pytest.mark.parametrize("rung", RUNGS)
def test_a_space_has_the_hand_written_tile_and_accounts_for_every_candidate(rung):
    space = space_of(rung)
    own = space.hand_written()[0]
    assert space.tile(space.values(own)) == space.rung.tile_for(space.workload)
    assert len(space.points) + sum(one.count for one in space.removed) == space.size
    assert all(one.why for one in space.removed)
    # Enough to search, with a share of them that sampling will meet.
    if rung in SMALL_SPACES:
        assert len(space.points) == SMALL_SPACES[rung]
    else:
        assert len(space.points) > 30
    assert len(space.points) / space.size > 0.1


@pytest.mark.parametrize("rung", RUNGS)
def test_what_is_built_is_what_was_drawn(rung):
    space = space_of(rung)
    for point in random.Random(0).sample(space.points, 2):
        sch = space.schedule(point)
        assert space.drawn(sch) == point
        tile = space.tile(space.values(point))
        own, origin = space.rung.finished(space.workload, tile)
        assert tvm_ffi.structural_equal(sch.mod, own.mod)
        replay = s_tir.Schedule(origin)
        sch.trace.apply_to_schedule(replay, remove_postproc=False)
        assert tvm_ffi.structural_equal(sch.mod, replay.mod)
        # The task's knobs are all that another process needs.
        assert type(tile)(**space.task(point).knobs) == tile
    if space.rung.target == "cuda":
        lowered = lower(sch.mod, space.rung.build, "cuda", space.arch)
        assert lowered.launches[0].threads <= 1024


def test_restrictions_are_counted_as_brute_force_counts_them():
    def even(a) -> bool:
        """a is even"""
        return a % 2 == 0

    def small(a, b) -> bool:
        """a and b are small"""
        return a * b[-1] <= 12

    def define(cfg: Config, workload):
        cfg.define_knob("a", [1, 2, 3, 4])
        cfg.define_split("b", axis="M", num_outputs=2, max_factor=8)
        cfg.restrict(even, small)
        own = ladder("gemm/sgemm_cpu")["parallel"].tile
        return lambda a, b: own

    rung = ladder("gemm/sgemm_cpu")["parallel"]
    space = Template("some", (rung.path,), define).at(rung, (64, 64, 64), "x86-64-v3")
    assert space.size == 4 * 4
    every = [space.values(point) for point in itertools.product(range(4), range(4))]
    left = [one for one in every if even(one["a"])]
    right = [one for one in left if small(**one)]
    assert {one.name: one.count for one in space.removed} == {
        "even": len(every) - len(left),
        "small": len(left) - len(right),
        "tile": 0,
    }
    assert [space.values(point) for point in space.points] == right != left
    assert space.refusal({"a": 3, "b": (64, 1)}) == "even"
    assert space.refusal({"a": 4, "b": (8, 8)}) == "small"
    assert space.refusal({"a": 2, "b": (32, 2)}) == ""


def test_an_empty_space_names_the_restriction_that_emptied_it():
    @template("gemm/sgemm_cpu:parallel")
    def nothing(cfg: Config, workload):
        def never(a) -> bool:
            """nothing will do"""
            return False

        cfg.define_knob("a", [1, 2])
        cfg.restrict(never)
        return lambda a: None

    rung = ladder("gemm/sgemm_cpu")["parallel"]
    with pytest.raises(EmptySpace, match="never removes 2 of 2"):
        nothing.at(rung, (64, 64, 64), "x86-64-v3").points  # noqa: B018


def test_a_restriction_on_no_knob_is_refused():
    def define(cfg: Config, workload):
        cfg.define_knob("a", [1])
        cfg.restrict(lambda c: True)
        return lambda a: None

    rung = ladder("gemm/sgemm_cpu")["parallel"]
    with pytest.raises(UserError, match="unknown knob in <lambda>: 'c'"):
        Template("some", (rung.path,), define).at(rung, (64, 64, 64), "x86-64-v3")


def no_body(cfg, workload):
    cfg.define_knob("a", [1, 2])


def axis(cfg, workload):
    cfg.define_split("a", axis="m")


def twice(cfg, workload):
    cfg.define_knob("a", [1, 2])
    cfg.define_knob("a", [1, 2])


def doubled(cfg, workload):
    cfg.define_knob("a", [1, 2, 1])


def without_knobs(cfg, workload):
    cfg.define_knob("a", [1, 2])
    cfg.restrict(always)
    return lambda a: None


def always() -> bool:
    return True


def field_of_another(cfg, workload):
    cfg.define_knob("a", [1, 2])
    return lambda a: PanelTile(row=a)


def no_tile(cfg, workload):
    cfg.define_knob("a", [1, 2])
    return lambda a: a


def broken_predicate(cfg, workload):
    cfg.define_knob("a", [1, 2])

    def in_cache(a) -> bool:
        return a // 0 > 1

    cfg.restrict(in_cache)
    return lambda a: None


@pytest.mark.parametrize(
    ("define", "says"),
    [
        (no_body, "returns None: return a function"),
        (axis, r":\d+: .*unknown axis 'm': did you mean 'M'"),
        (twice, r":\d+: .*knob 'a' is defined twice"),
        (doubled, r":\d+: .*knob 'a' has 1 twice"),
        (without_knobs, "always looks at no knob"),
        (field_of_another, r":\d+: .*its tile at {'a': 1}: TypeError: .*'row'"),
        (no_tile, "makes 1 at {'a': 1}, and no PanelTile"),
        (broken_predicate, r":\d+: .*in_cache at {'a': 1}: ZeroDivisionError"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_mistake_in_a_space_is_one_line_that_names_its_place(define, says):
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    with pytest.raises(SpaceError, match=says) as error:
        Template("some", (rung.path,), define).at(rung, (64, 64, 64), "x86-64-v3").points  # noqa: B018
    assert str(error.value).startswith(__file__) and "the template 'some'" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_broken_file_is_no_other_spaces_matter(tmp_path, monkeypatch):
    (tmp_path / "broken.py").write_text("one = 1\ntwo = (\n")
    (tmp_path / "bare.py").write_text("")
    monkeypatch.setattr(spaces, "__path__", [*spaces.__path__, str(tmp_path)])
    assert find("sgemm_cpu").name == "sgemm_cpu"
    with pytest.raises(SpaceError, match=r"broken.py:2: .* cannot be imported: SyntaxError"):
        find("broken")
    with pytest.raises(SpaceError, match=r"bare.py: it has no template"):
        find("bare")


def test_a_tile_that_does_not_divide_the_shape_is_removed():
    space = space_of("gemm/hgemm:cp_async", (192, 4096, 4096))
    tile = next(one for one in space.removed if one.name == "tile")
    assert tile.count > 0
    assert all(192 % space.tile(space.values(point)).block()[0] == 0 for point in space.points)


def test_two_stages_are_left_to_the_rung_that_waits_for_its_products():
    found = {}
    for rung in ("wgmma", "wgmma_tma"):
        space = space_of(f"gemm/hgemm:{rung}", (4096, 4096, 4096))
        found[rung] = {space.values(point)["stages"] for point in space.points}
    assert found == {"wgmma": {2, 3, 4, 5}, "wgmma_tma": {3, 4, 5}}


def test_factorizations_are_all_perfect_tiles():
    found = factorizations(24, 3, 4)
    assert len(set(found)) == len(found)
    assert all(math.prod(one) == 24 and one[-1] <= 4 for one in found)
    brute = [
        (a, b, c)
        for a in range(1, 25)
        for b in range(1, 25)
        for c in range(1, 5)
        if a * b * c == 24
    ]
    assert sorted(found) == sorted(brute)
    # Huge extents cost their divisors alone.
    assert len(factorizations(2**30, 2, 2**30)) == 31


def test_a_foreign_value_is_refused():
    space = space_of("gemv/fast_gemv:row_tile")
    values = space.values(space.points[0])
    assert space.point(json.loads(json.dumps(values))) == space.points[0]
    with pytest.raises(UserError, match="lanes = 7 is not in the space 'gemv'"):
        space.point({**values, "lanes": 7})


def test_a_space_for_another_rung_is_refused():
    with pytest.raises(UserError, match="is for gemm/hgemm:cp_async, not for gemm/hgemm:naive"):
        find("hgemm").at(ladder("gemm/hgemm")["naive"], (64, 64, 64), "sm_90")
    with pytest.raises(UserError, match="did you mean 'hgemm'"):
        find("hgem")


def test_features_and_pairs_take_splits_apart():
    assert dict(pairs({"t": (4, 8), "u": 2})) == {"t[0]": 4, "t[1]": 8, "u": 2}
    # Of a split of three: each factor, and what the inner two cover.
    assert features({"t": (4, 8, 2)}) == [2.0, 3.0, 1.0, 4.0]


def test_the_hash_tells_schedules_and_builds_apart():
    space = space_of("gemm/sgemm_cpu:parallel", (64, 64, 64))
    one, other = (space.schedule(point) for point in space.points[:2])
    rung = space.rung
    assert schedule_hash(one.mod, rung) != schedule_hash(other.mod, rung)
    again = space_of("gemm/sgemm_cpu:parallel", (64, 64, 64)).schedule(space.points[0])
    assert schedule_hash(one.mod, rung) == schedule_hash(again.mod, rung)
    built = ladder("gemm/sgemm_tvm")["cp_async"]
    assert schedule_hash(one.mod, rung) != schedule_hash(one.mod, built)


def test_limits_reach_the_template():
    hopper = space_of("gemm/sgemm_tvm:cp_async")
    rung = hopper.rung
    turing = find("sgemm_cuda_cores").at(rung, hopper.shape, "sm_75")
    assert limits("cuda", "sm_75").dynamic_shared < limits("cuda", "sm_90").dynamic_shared
    assert len(turing.points) < len(hopper.points)


def test_padding_of_a_counts_in_shared_memory():
    rung = ladder("gemm/sgemm_geforce")["rolled_rows"]
    space, smaller = (find("sgemm_row_major").at(rung, (4096,) * 3, arch) for arch in ARCHS)

    def slices(point) -> int:
        rows, columns, k = space.tile(space.values(point)).block()
        return 3 * 4 * k * (rows + 4 + columns)

    refused = [p for p in space.points if smaller.refusal(space.values(p)) == "shared_memory"]
    assert set(space.points) - set(refused) == set(smaller.points)
    for point in (max(smaller.points, key=slices), min(refused, key=slices)):
        mod = space.schedule(point).mod
        (launch,) = lower(mod, rung.build, "cuda", space.arch).launches
        assert launch.dynamic_shared == slices(point)
    with pytest.raises(LimitError, match="shared.dyn memory exceed"):
        lower(mod, rung.build, "cuda", smaller.arch)


@pytest.mark.parametrize("rows", [4, 8, 16])
def test_a_rolled_loop_of_any_rows_computes_the_product(rows):
    rung = ladder("gemm/sgemm_geforce")["rolled_rows"]
    space = find("sgemm_row_major").at(rung, (128, 128, 96), "sm_90")
    fits = [point for point in space.points if space.values(point)["rows"] == rows]
    (point,) = random.Random(0).sample(fits, 1)
    plain = serial(space.schedule(point).mod)
    for kind, error, message in check_serial(plain, space.workload, rung.build):
        assert error <= 1, f"{kind} at {space.values(point)}: {message}"


def test_a_candidate_of_the_generated_space_is_its_trace():
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    space = AutoSpace.at(rung, (64, 64, 64), "x86-64-v3")
    sch = s_tir.Schedule(space.mod)
    i, _, _ = sch.get_loops("C")
    sch.split(i, [None, 4])
    candidate = space.candidate(space.point(sch))
    assert tvm_ffi.structural_equal(space.schedule(candidate.task.trace).mod, sch.mod)
    assert candidate.schedule == schedule_hash(sch.mod, rung)
