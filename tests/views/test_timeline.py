"""The picture of a timeline: an SVG of its own, with every row, and as high as its numbers say."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gpusim.timing.timeline import ACTIVITIES, AT_BARRIER, MULTIPLIES, OTHER, Span, Timeline
from schedules.measure.publishing.plot_style import DARK
from schedules.views.timeline import COLOURS, PLOT, timeline_svg

SVG = "{http://www.w3.org/2000/svg}"
LINE = Timeline(
    start=1000.0,
    end=1100.0,
    warps={
        (0, 0): [Span(1000, 1050, MULTIPLIES), Span(1050, 1100, AT_BARRIER)],
        (0, 1): [Span(1000, 1100, OTHER)],
        (1, 0): [Span(1025, 1075, MULTIPLIES)],
    },
    pipes={"FMA": [Span(1000, 1050)], "double": [Span(1000, 1000.1)]},
    units={"FMA": 4, "double": 4},
    under_way=[(1000.0, 1040.0, 2048.0), (1020.0, 1060.0, 2048.0)],
    barriers=[(1050.0, 1)],
    loop=(3, 9),
    passes=(1000.0, 1100.0),
)


@pytest.fixture(scope="module")
def drawn() -> str:
    return timeline_svg(LINE, "k < 1", ("predicted",))


def extents(root: ElementTree.Element, label: str) -> dict[str, list[tuple[float, float]]]:
    """Of the row with a label, the cycles at which each colour begins and how long it is."""
    row = next(
        one for one in root.iter(f"{SVG}g") if label in [t.text for t in one.iter(f"{SVG}text")]
    )
    left = float(root.find(f".//{SVG}line[@class='begin']").get("x1"))
    return {
        path.get("class"): [
            ((float(x) - left) * 100 / PLOT, float(wide) * 100 / PLOT)
            for x, wide in re.findall(r"M([\d.]+) [\d.]+v-[\d.]+h([\d.]+)", path.get("d"))
        ]
        for path in row.iter(f"{SVG}path")
    }


def test_a_row_for_every_warp_in_its_colours(drawn):
    root = ElementTree.fromstring(drawn)
    first = extents(root, "block 0, warp 0")
    assert first[f"a{MULTIPLIES}"] == [pytest.approx((0, 50), abs=0.1)]
    assert first[f"a{AT_BARRIER}"] == [pytest.approx((50, 50), abs=0.1)]
    assert set(extents(root, "block 0, warp 1")) == {f"a{OTHER}"}
    assert extents(root, "block 1, warp 0")[f"a{MULTIPLIES}"] == [pytest.approx((25, 50), abs=0.1)]


def test_pipes_say_how_busy_they_are(drawn):
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    # Half of the time one of four.
    assert texts[texts.index("FMA") + 1] == "12%"
    assert "double" not in texts, "busy for less than a percent"
    assert texts[texts.index("loads under way") + 1] == "4 KiB"


def test_title_notes_axis_and_legend(drawn):
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert texts[:2] == ["k &lt; 1", "predicted"]
    assert set(ACTIVITIES) <= set(texts)
    assert "cycles since cycle 1,000 of the multiprocessor" in texts
    ticks = [text for text in texts if text.isdigit()]
    assert ticks == [str(10 * number) for number in range(11)]
    assert drawn.count('class="mark"') == 1 and drawn.count('class="begin"') == 2


def test_light_and_dark_and_nothing_from_elsewhere(drawn):
    light, dark = drawn.split("@media (prefers-color-scheme: dark)")
    for colour, _ in COLOURS:
        assert colour in light and DARK[colour] in dark
    links = set(re.findall(r"https?://[^\"' ]+", drawn))
    assert links == {"http://www.w3.org/2000/svg"}
    assert "href" not in drawn and "url(" not in drawn and "@import" not in drawn


def test_every_activity_has_a_colour():
    assert len(COLOURS) == len(ACTIVITIES) == len(set(COLOURS))


def test_many_cycles_share_a_column():
    """A picture of 64 warps over 20,000 cycles that change all the time stays small."""
    spans = [Span(at, at + 1, at % 2 * AT_BARRIER) for at in range(20_000)]
    line = Timeline(
        0.0, 20_000.0, {(0, w): spans for w in range(64)}, {}, {}, [], [], None, ()
    )  # fmt: skip
    text = timeline_svg(line, "k", ())
    assert len(text) < 200_000
    # Half of each column is of each colour.
    assert extents_of_colours(text) == {"a0", f"a{AT_BARRIER}"}


def extents_of_colours(text: str) -> set[str]:
    return set(re.findall(r'<path class="(a\d+)"', text))
