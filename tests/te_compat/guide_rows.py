"""The examples of docs/migrating/: old lines, and new ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

from conftest import ROOT

GUIDE = (ROOT / "docs/migrating.md").read_text()
PAGES = {file.name: file.read_text() for file in sorted((ROOT / "docs/migrating").glob("*.md"))}


@dataclass(frozen=True)
class Row:
    """An example: its page, old lines, new ones, and how they are compared."""

    page: str
    heading: str
    setup: str
    how: str
    old: str
    new: str


BLOCK = re.compile(
    r"^#+ (?P<heading>[^\n]+)$|^```python (old|new) (\w+) ?(\w*)\n(.*?)^```$", re.M | re.S
)


def rows() -> list[Row]:
    found: list[Row] = []
    for page, text in PAGES.items():
        heading, old = "", None
        for match in BLOCK.finditer(text):
            if match["heading"]:
                assert old is None, f"{heading}: an old example without a new one"
                heading = match["heading"]
                continue
            side, setup, how, code = match.groups()[1:]
            if side == "old":
                assert old is None
                old = setup, how, code
            else:
                assert old is not None and (old[0], "") == (setup, how), heading
                found.append(Row(page, heading, *old, code))
                old = None
    return found


ROWS = rows()
SETUPS = {
    (side, name): code
    for side, name, code in re.findall(
        r"^```python (old|new)-setup (\w+)\n(.*?)^```$", PAGES["setup.md"], re.M | re.S
    )
}
SETUPS["old", "alone"] = "import numpy as np\nimport tvm\nfrom tvm import te\n"
SETUPS["new", "alone"] = "import numpy as np\nimport tvm\nfrom tvm import s_tir, te, tirx\n"
