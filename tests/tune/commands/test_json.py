"""What tune prints with --json has the form of its kind."""

from __future__ import annotations

import pytest
from conftest import ROOT, items

from tune.commands import main


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("best", "sgemm_h200", "--count", "2"), "candidates"),
        (("space", "sgemm_h200"), "spaces"),
        (("space", "sgemm_auto"), "spaces"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else one,
)
def test_a_document(capsys, monkeypatch, arguments, kind):
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--json"])
    found = items(capsys.readouterr().out, kind)
    assert ended.value.code == 0 and all(one["shape"] for one in found)
    if kind == "candidates":
        # Two at least, and what was confirmed.
        assert all(len(one["candidates"]) >= 2 for one in found)
        assert any(each["confirmed_us"] for one in found for each in one["candidates"])
    elif "auto" in arguments[1]:
        assert found[0]["size"] is None
    else:
        removed = sum(one["removes"] for one in found[0]["restrictions"])
        assert 0 < removed < found[0]["size"] and found[0]["knobs"][0]["options"]
