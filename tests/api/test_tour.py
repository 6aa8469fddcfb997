"""docs/tour.ipynb: run as a notebook runs it, its outputs those that are kept in it.

    UPDATE_GOLDEN=1 python -m pytest tests/api/test_tour.py

keeps them again.
"""

from __future__ import annotations

import copy
import json
import os
import re

import nbformat
from conftest import ROOT
from nbclient import NotebookClient

TOUR = ROOT / "docs/tour.ipynb"


def without_errors(outputs: list) -> str:
    """Outputs less how far a verified kernel was off: that depends on the CPU it ran on."""
    text = json.dumps(outputs, sort_keys=True)
    return re.sub(r"(?<=<td>)0\.\d\d(?=</td>)|[\d.]+(?= of tolerance)", "some", text)


def test_the_tour_runs_and_shows_what_is_kept(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    kept = nbformat.read(TOUR, as_version=4)
    ran = copy.deepcopy(kept)
    NotebookClient(ran, timeout=300, record_timing=False).execute(cwd=str(ROOT))
    nbformat.validate(ran)
    if os.environ.get("UPDATE_GOLDEN"):
        nbformat.write(ran, TOUR)
        return
    for was, cell in zip(kept.cells, ran.cells, strict=True):
        if cell.cell_type == "code":
            assert without_errors(cell.outputs) == without_errors(was.outputs), cell.source
    shown = "".join(str(cell.get("outputs", "")) for cell in ran.cells)
    assert "race-read" in shown and "text/html" in shown
