"""The page's HTML without a browser: its chunks, code and style, and `schedules report`."""

from __future__ import annotations

import base64
import itertools
import json
import re
import zlib
from html import unescape

import pytest
from conftest import FILES

from schedules.explorer.page import packed, report, script, style


@pytest.fixture(scope="module")
def html():
    return report([str(FILES / "marked_up.py"), "gemm/sgemm_tvm:naive"])


def test_the_files_chunks_are_its_rungs(html):
    index = json.loads(re.search(r'id="index">(.*?)</script>', html)[1])
    assert list(index["chunks"]) == ["marked_up:schedule", "gemm/sgemm_tvm:naive"]
    for path, chunk in index["chunks"].items():
        data = re.search(rf'id="{chunk}">(.*?)</script>', html)[1]
        assert json.loads(zlib.decompress(base64.b64decode(data)))["path"] == path


def test_passes_lie_pass_by_pass_and_none_is_lost():
    steps = [
        {"details": {"passes": ["a", "b"], "problems": {}}},
        {"details": None},
        {"details": {"passes": ["c"]}},
    ]
    packed_up = json.loads(zlib.decompress(base64.b64decode(packed({"steps": steps}))))
    assert packed_up["passes"] == [["a", None, "c"], ["b", None, None]]
    assert [one["details"] for one in packed_up["steps"]] == [{"problems": {}}, None, {}]
    assert steps[0]["details"]["passes"] == ["a", "b"]


def test_the_file_asks_nobody_for_anything(html):
    policy = unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1])
    assert "default-src 'none'" in policy
    assert "connect-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", html.partition("<script")[0])
    assert re.findall(r"https?://[^\s\"'`]+", html) == ["http://www.w3.org/2000/svg"]


def test_markup_in_names_stays_text(html):
    assert "<script>alert" not in html
    assert "<img src=x" not in html


MODULES = {
    "a": 'import { one as first, two } from "./b.js";\nimport * as b from "./b.js";\n'
    "import {\n  three,\n} from './c.js';\n".replace("'", '"')
    + "export const sum = first + two + b.one + three;\n",
    "b": "/* import { no } from './d.js'; */\nexport const one = 1;\n"
    "export async function two() {}\n",
    "c": "export class three {}\n",
}


def written(folder, modules):
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder


def test_modules_are_one_script_in_the_order_of_their_imports(tmp_path):
    text = script(written(tmp_path, MODULES))
    before, _, last = text.partition("const $a = ")
    assert "$b =" in before and "$c =" in before
    lines = ["const { one: first, two } = $b;", "const b = $b;", "const { three, } = $c;"]
    assert last.splitlines()[1:4] == lines and "import" not in last
    assert "return { one, two };" in text and "return { sum };" in last and "export" not in text


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ('import { one } from "node:fs";\n', "no module beside this one"),
        ("export default 1;", "no declaration"),
        ("export let changing = 1;", "no declaration"),
    ],
)
def test_an_import_or_export_of_another_form_is_refused(module, why, tmp_path):
    with pytest.raises(ValueError, match=why):
        script(written(tmp_path, {"a": module}))


GROUNDS = ("page", "side", "here", "hover", "added", "removed", "linked", "cursor")
NO_TEXT = ("line", "added-mark", "removed-mark", "linked-mark")


def test_every_colour_of_text_is_readable_on_every_line():
    """Contrast of 4.5 : 1 at least, as WCAG 2.1 asks for (success criterion 1.4.3)."""

    def luminance(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    themes = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", style())
    assert len(themes) > len({*GROUNDS, *NO_TEXT})
    for theme in (1, 2):
        light = {colour[0]: luminance(colour[theme]) for colour in themes}
        for text, ground in itertools.product(light.keys() - {*GROUNDS, *NO_TEXT}, GROUNDS):
            darker, lighter = sorted((light[text], light[ground]))
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, f"{text} on {ground}"


def test_the_report_command(cli, tmp_path):
    out = tmp_path / "page.html"
    code, said, _ = cli("report", "gemm/sgemm_cpu:serial", "--out", out)
    assert code == 0
    assert "1 rungs" in said
    assert out.read_text().startswith("<!doctype html>")
