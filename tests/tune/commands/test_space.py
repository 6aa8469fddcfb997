"""`tune space`."""

from __future__ import annotations

from tune_fakes import job_text
from tune_records import invoke


def test_space_prints_what_each_restriction_removes(job, tmp_path, capsys):
    one = job()
    code, out, _ = invoke(capsys, "space", str(tmp_path / "some.toml"))
    assert code == 0
    space = one.space_at((64, 64, 64), one.lowered_for)
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert rows["all"][1] == str(space.size)
    for removed in space.removed:
        assert rows[removed.name][1] == f"-{removed.count}"
    assert rows["tile"][2] == str(len(space.points))


def test_equal_spaces_of_several_shapes_are_printed_once(tmp_path, capsys):
    file = tmp_path / "some.toml"
    shapes = "shapes = [[64, 64, 64], [64, 64, 128], [32, 64, 64]]"
    file.write_text(job_text().replace("shape = [64, 64, 64]", shapes))
    code, out, _ = invoke(capsys, "space", str(file))
    # K is none of its knobs.
    assert code == 0
    assert [line.strip() for line in out.splitlines() if " at [" in line] == [
        "sgemm_cpu at [64, 64, 64], [64, 64, 128]",
        "sgemm_cpu at [32, 64, 64]",
    ]
    assert out.count("restriction") == 2
