"""docs/tour.ipynb runs as a notebook runs it; it is stored without outputs."""

from __future__ import annotations

import copy
import os

import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

TOUR = nbformat.read(ROOT / "docs/tour.ipynb", as_version=4)
CODE = [cell for cell in TOUR.cells if cell.cell_type == "code"]


def test_the_notebook_is_stored_without_outputs():
    assert CODE and not any(cell.outputs or cell.execution_count for cell in CODE)


@pytest.mark.exhaustive
def test_the_tour_runs_and_shows_results(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    ran = copy.deepcopy(TOUR)
    NotebookClient(ran, timeout=300, record_timing=False).execute(cwd=str(ROOT))
    nbformat.validate(ran)
    shown = {
        cell.source: str([one.data for one in cell.outputs if "data" in one])
        for cell in ran.cells
        if cell.cell_type == "code"
    }
    # A cell that ends with an expression shows it as HTML.
    results = (
        "k.steps",
        "k.verify()",
        "k.accesses",
        "k.predict()",
        "k.advise(minutes=0.05)",
        "better.diff(k)",
    )
    assert all("text/html" in shown[name] for name in results)
    assert sum("race-read" in text for text in shown.values()) == 1
