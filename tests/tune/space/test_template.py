"""Templates: a mistake in one is a line that names its place."""

from __future__ import annotations

import pytest

from gpusim.errors import UserError
from schedules.core.ladder import ladder
from schedules.core.target import DEFAULT_CPU, Target
from schedules.gemm.sgemm_cpu import PanelTile
from tune import spaces
from tune.space.base import SpaceError
from tune.space.template import Template, find


def axis(cfg, workload):
    cfg.define_split("a", axis="m")


def twice(cfg, workload):
    cfg.define_knob("a", [1, 2])
    cfg.define_knob("a", [1, 2])


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
        (axis, r":\d+: .*unknown axis 'm': did you mean 'M'"),
        (twice, r":\d+: .*knob 'a' is defined twice"),
        (field_of_another, r":\d+: .*its tile at {'a': 1}: TypeError: .*'row'"),
        (no_tile, "returns 1 for {'a': 1} instead of a PanelTile"),
        (broken_predicate, r":\d+: .*in_cache at {'a': 1}: ZeroDivisionError"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_mistake_in_a_space_is_one_line_that_names_its_place(define, says):
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    with pytest.raises(SpaceError, match=says) as error:
        _ = Template("some", (rung.path,), define).at(rung, (64, 64, 64), DEFAULT_CPU).points
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


def test_a_space_for_another_rung_is_refused():
    with pytest.raises(UserError, match="is for gemm/hgemm:cp_async, .* not for gemm/hgemm:naive"):
        find("hgemm").at(ladder("gemm/hgemm")["naive"], (64, 64, 64), Target.parse("sm_90"))
    with pytest.raises(UserError, match="did you mean 'hgemm'"):
        find("hgem")
