"""The lowering passes, and what each did."""

from __future__ import annotations

from schedules.lowering import passes


def test_long_texts_are_compared_at_their_ends(monkeypatch):
    monkeypatch.setattr(passes, "_MOST_COMPARED", 3)
    old, new = list("abcdefg"), list("abXYZVg")
    assert passes._changes(old, new) == ("-c", "-d", "-e", "-f", "+X", "+Y", "+Z", "+V")
    # What differs is short: compared line by line.
    assert passes._changes(list("abcdefg"), list("abcXefg")) == ("-d", "+X")
    assert passes._changes(old, old) == ()
    assert passes._changes(list("aaaa"), list("aaaaa")) == ("+a",)
