"""A field added to an analysis shows in every medium by that one edit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated

import pytest
from conftest import ROOT

import schedules
from gpusim.columns import Column
from schedules import schemas
from schedules.analyses import resources
from schedules.analyses.resources import Resources

SOFTMAX = ROOT / "examples/softmax.py"


@dataclass(frozen=True)
class MoreResources(Resources):
    """The one edit: a field with its column."""

    predicates: Annotated[int, Column("predicates")] = 7


@pytest.fixture
def more(monkeypatch):
    monkeypatch.setattr(resources, "Resources", MoreResources)


def test_an_added_field_shows_everywhere(more, cli):
    used = schedules.explore(SOFTMAX, shape=(4, 64)).resources
    assert json.loads(used.to_json())["items"][0]["kernels"][0]["predicates"] == 7
    assert "<th>predicates</th>" in used._repr_html_() and "<td class=n>7</td>" in used.html()
    assert used.rows()[0]["predicates"] == 7
    code, out, _ = cli("resources", SOFTMAX, "--shape", "4,64")
    heads = next(line for line in out.splitlines() if "registers" in line)
    assert code == 0 and "predicates" in heads.split()
    from schedules.explorer.model import rung_record
    from schedules.sources.names import resolve

    record = rung_record(resolve(f"{SOFTMAX}:schedule", (4, 64)).rung, (4, 64))
    (kernel,) = record["steps"][-1]["details"]["resources"]
    assert kernel["predicates"] == 7 and ("predicates", "7", False) in kernel["table"]
    assert "predicates" in schemas.typed(MoreResources).__annotations__
    assert "predicates" not in schemas.typed(Resources).__annotations__
