"""The guide to the machine, held against the code."""

from __future__ import annotations

import re

from conftest import ROOT

from gpusim.findings import KINDS

GUIDE = (ROOT / "docs" / "machine.md").read_text(encoding="utf-8")


def test_the_guides_table_of_findings_is_the_codes():
    section = GUIDE.partition("## Findings\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(.+)` \| (.+) \| (yes|no) \|$", section, re.M)
    assert rows == [
        (kind.name, kind.text, "yes" if kind.wrong else "no") for kind in KINDS.values()
    ]
