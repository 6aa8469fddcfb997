"""`schedules exercise`: the list, a file to begin with, grades, hints, and what is kept of them."""

from __future__ import annotations

import json

import pytest
from conftest import items

from schedules.learning.exercise import State, changed, find, load, progress_file


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A learner's folder, and a state of his own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def test_an_exercise_from_its_file_to_its_grade(cli, folder):
    code, out, err = cli("exercise", "1")
    file = folder / "exercise_1.py"
    assert (code, err) == (0, "") and "Wrote exercise_1.py" in out
    assert file.read_text(encoding="utf-8") == find("1").problem

    code, out, err = cli("exercise", "bind_loops", "--json")
    (told,) = items(out, "exercises")
    assert code == 1 and "no loop bound to a block or thread" in told["grade"]["wrong"][0]
    assert (told["done"], told["tries"], told["solution"]) == (False, 1, None)

    file.write_text(find("1").solved.replace("256", "200"), encoding="utf-8")
    code, out, _ = cli("exercise", "1")
    assert code == 1 and "exercise_1.py: make the number of threads a multiple of 32" in out
    assert " -  blocks of the largest launch (at least 264)" in out and "--hint" in out

    file.write_text(find("1").solved, encoding="utf-8")
    code, out, _ = cli("exercise", "1")
    assert code == 0 and "Passed" in out and out.count("yes") == 4
    _, out, _ = cli("exercise", "--json")
    listed = items(out, "exercises")
    assert [one["done"] for one in listed] == [one["number"] == 1 for one in listed]
    assert listed[0]["tries"] == 3 and listed[0]["grade"] is None
    assert "1 of 16 done" in cli("exercise")[1]


def test_hints_come_one_at_a_time_and_solutions_when_asked_for(cli, folder):
    hints = find("6").hints
    for at in (1, 2, 3, 3):
        assert cli("exercise", "6", "--hint")[1] == f"Hint {at} of 3: {hints[at - 1]}\n"
    _, out, _ = cli("exercise", "6", "--hint", "--json")
    (told,) = items(out, "exercises")
    assert (told["hints"], told["hints_left"], told["solution"]) == (list(hints), 0, None)
    assert cli("exercise", "6", "--solution")[1] == find("6").solved
    assert list(folder.iterdir()) == []
    assert load()["bank_padding"] == State(hints=3, solution=True)


def test_what_cannot_be_read_or_found_is_a_line(cli, folder):
    code, _, err = cli("exercise", "99")
    assert code == 2 and "unknown exercise '99'" in err
    code, _, err = cli("exercise", "--hint")
    assert code == 2 and "schedules exercise N --hint" in err
    with changed("coalesce") as state:
        state.done = True
    assert json.loads(progress_file().read_text(encoding="utf-8"))["coalesce"]["done"] is True
    progress_file().write_text("[]", encoding="utf-8")
    code, _, err = cli("exercise")
    assert code == 2 and "remove it to start again" in err
