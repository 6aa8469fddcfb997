"""Spaces of knobs: what is in them, counted as brute force would."""

from __future__ import annotations

import itertools

import pytest
from tune_spaces import space_of

from gpusim.errors import UserError
from schedules.core.ladder import ladder
from schedules.core.target import DEFAULT_CPU
from tune.space.knobs import Config
from tune.space.template import Template, template


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
    space = Template("some", (rung.path,), define).at(rung, (64, 64, 64), DEFAULT_CPU)
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
    with pytest.raises(UserError, match="never removes 2 of 2"):
        nothing.at(rung, (64, 64, 64), DEFAULT_CPU).points  # noqa: B018


def test_a_tile_that_does_not_divide_the_shape_is_removed():
    space = space_of("gemm/hgemm:cp_async", (192, 4096, 4096))
    tile = next(one for one in space.removed if one.name == "tile")
    assert tile.count > 0
    assert all(192 % space.tile(space.values(point)).block()[0] == 0 for point in space.points)
