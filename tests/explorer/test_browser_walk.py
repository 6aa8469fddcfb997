"""Random walks over the live page: after each action, every figure on the screen is the Python
API's at the key that the address names.

`WALKS` in the environment is the number of walks.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from browser import Watched, edit, expecting, field, serving, tab
from conftest import ROOT
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from played_builds import FOREVER_S

from schedules.api.exploration import Exploration, Given, explore
from schedules.core.ladder import ladders
from schedules.explorer.queries import perform
from schedules.explorer.serve import Server, build_pool
from schedules.measure.records import committed

pytestmark = pytest.mark.exhaustive

LADDER = "gemm/sgemm_tvm"
RUNGS = [f"{LADDER}:{name}" for name in ("cooperative_fetch", "conflict_free_store", "vthread")]
OWN = "transpose:schedule"
EXTENTS = {LADDER: ("M", (256, 1024)), "transpose": ("n", (64, 128))}
TEXT = (ROOT / "examples/transpose.py").read_text("utf-8").replace("n: int = 1024", "n: int = 128")
PADDED = "sch.storage_align(tile, 0, axis=0, factor=32, offset=1)\n    "
# The file's contents that are saved in turn.
SAVED = (TEXT, TEXT.replace('yield "coalesce"', f'{PADDED}yield "coalesce"'))
# The address's fields that are no numbers of a tile.
FIELDS = ("shape", "arch", "device", "compiler", "times", "banks", "tour", "at")
SETTLED = """() => !document.body.classList.contains("busy")
  && document.getElementById("cancel").hidden
  && !document.getElementById("status").textContent"""

BACK = """() => new Promise((done) => {
  addEventListener("popstate", () => setTimeout(done), { once: true });
  history.back();
})"""


# --- what the API says ----------------------------------------------------------------------------


@cache
def explored(path: str, step: str, shape: tuple, tile: tuple, file: Path) -> Exploration:
    """The kernel of a key; of one's own, in the version that `file` has."""
    ladder, _, name = path.partition(":")
    if path == OWN:
        return explore(f"{file}:schedule", shape=shape or None, step=step or None)
    rung = ladders()[ladder][name]
    if tile:
        rung = replace(rung, tile=replace(rung.tile, **dict(tile)), tiles=None)
    return Exploration(Given(rung, shape or None, step=step or None))


def figures(kernel: Exploration) -> dict[str, str]:
    """The figures that the page shows of a kernel, as it writes them."""
    sums = [total for part in kernel.accesses.kernels for total in part.totals.values()]

    def total(name: str) -> str:
        return short(sum(getattr(one, name) or 0 for one in sums))

    (use,) = kernel.resources.kernels
    return {
        "bank conflicts": total("conflicts"),
        "shared wavefronts": total("wavefronts"),
        "global sectors": total("sectors"),
        "registers": f"{use.registers:,}",
        "occupancy": f"{round(100 * use.occupancy.share)} %",
    }


def short(value: int) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= size:
            scaled = f"{value / (1e3 if unit == 'k' else size):.3g}"
            return f"{float(scaled):#.3g}".rstrip(".") + unit
    return f"{value:,}"


@cache
def recorded(path: str, shape: tuple, device: str, compiler: str, regime: str) -> dict | None:
    """The times of a rung as it is written, and of the libraries beside it."""
    for record in committed(ROOT / "docs/results").values():
        for row in record["rows"]:
            named = f"{row.get('ladder')}:{row.get('rung')}" == path
            by = not compiler or row.get("compiler") == compiler
            if named and by and record["device"] == device and tuple(row["shape"]) == shape:
                return row if regime == "sustained" else row["cold"]
    return None


def time_text(us: float) -> re.Pattern:
    """A time as the page writes it, with four digits."""
    value, unit = (us / 1000, "ms") if us >= 1000 else (us, "µs")
    return re.compile(rf"Measured {re.escape(f'{value:#.4g}'.rstrip('.'))} {unit}")


# --- the walk -------------------------------------------------------------------------------------


class Key:
    """What an address names."""

    def __init__(self, address: str) -> None:
        where, *fields = unquote(address.partition("#")[2]).split("&")
        place, _, panes = where.partition("@")
        self.path, _, self.step = place.rpartition(":")
        named = dict(field.split("=", 1) for field in fields)
        self.ladder = self.path.partition(":")[0]
        shape = named.get("shape")
        self.shape = tuple(map(int, shape.split(","))) if shape else ()
        self.device = named.get("device", "NVIDIA H200")
        self.compiler = named.get("compiler", "")
        self.regime = named.get("times", "sustained")
        self.tile = tuple((name, int(n)) for name, n in named.items() if name not in FIELDS)
        self.pin = panes.partition("|")[0].partition("^")[2]


def written(key: Key) -> bool:
    """Whether a rung's numbers are those that it is written with."""
    tile = ladders()[key.ladder][key.path.rpartition(":")[2]].tile
    return all(getattr(tile, name) == value for name, value in key.tile)


class Walk(RuleBasedStateMachine):
    """A reader's actions. `watched`, `server`, `file` and `versions` are those of the test."""

    watched: Watched
    server: Server
    file: Path
    versions: list[Path]

    @property
    def page(self):
        return self.watched.page

    def write(self, version: int) -> None:
        """Save the file as a whole: the server never sees half of it."""
        fresh = self.file.with_suffix(".new")
        fresh.write_text(SAVED[version], "utf-8")
        fresh.replace(self.file)

    @initialize()
    def begin(self) -> None:
        # What a version before the walk had is not what the page knows as its last save.
        self.saved = [self.versions[0]]
        self.write(0)
        self.page.goto("about:blank")
        self.page.goto(f"{self.server.url}#{RUNGS[-1]}&shape=256,1024,1024")
        expecting(self.page.locator("#where")).to_contain_text(RUNGS[-1])
        self.first = self.page.evaluate("navigation.currentEntry.index")
        self.check()

    @rule(path=st.sampled_from([*RUNGS, OWN]))
    def open(self, path: str) -> None:
        link = self.page.locator(f"#list a.rung[data-path='{path}']")
        link.evaluate("one => one.click()")
        expecting(self.page.locator("#where")).to_contain_text(path)
        self.check()

    @rule(by=st.sampled_from("jk"))
    def step(self, by: str) -> None:
        self.page.evaluate("document.activeElement.blur()")
        self.page.keyboard.press(by)
        self.check()

    @rule(which=st.integers(0, 1))
    def size(self, which: int) -> None:
        axis, sizes = EXTENTS[Key(self.page.url).ladder]
        self.edited(f"shape.{axis}", sizes[which], f"shape={sizes[which]}")

    @rule(device=st.sampled_from(["NVIDIA H200", "NVIDIA H100 80GB HBM3"]))
    def device(self, device: str) -> None:
        chosen = self.page.locator("#context").get_by_label("device")
        if chosen.count():
            chosen.select_option(device)
        self.check()

    @rule(regime=st.sampled_from(["sustained", "cold"]))
    def regime(self, regime: str) -> None:
        self.page.locator("#context").get_by_label("times").select_option(regime)
        self.check()

    @rule(which=st.integers(0, 1))
    def compiler(self, which: int) -> None:
        chosen = self.page.locator("#context").get_by_label("code by")
        if chosen.count():
            chosen.select_option(index=which)
        self.check()

    @precondition(lambda self: Key(self.page.url).ladder == LADDER)
    @rule(block_k=st.sampled_from([8, 16]))
    def parameter(self, block_k: int) -> None:
        self.edited("block_k", block_k, f"block_k={block_k}")

    def edited(self, name: str, value: int, said: str) -> None:
        """A number is typed; a field waits for the next key before the address has it."""
        if field(self.page, name).input_value() != str(value):
            edit(self.page, name, value)
            self.page.wait_for_function("said => location.hash.includes(said)", arg=said)
        self.check()

    @rule(path=st.sampled_from([*RUNGS, OWN]))
    def compare(self, path: str) -> None:
        tab(self.page, "Compare")
        choice = self.page.get_by_label("Compare with another kernel")
        option = choice.locator("option", has_text=re.compile(rf"^{re.escape(path)}$"))
        if option.count():
            choice.select_option(label=path)
        self.check()

    @rule(version=st.integers(0, 1))
    def save(self, version: int) -> None:
        if self.versions[version] != self.saved[-1]:
            self.saved.append(self.versions[version])
            listed = '"files"'
            with self.page.expect_response(lambda one: listed in (one.request.post_data or "")):
                self.write(version)
        self.check()

    @rule()
    def back(self) -> None:
        if self.page.evaluate("navigation.currentEntry.index") > self.first:
            self.page.evaluate(BACK)
        self.check()

    # --- after each -------------------------------------------------------------------------------

    def check(self) -> None:
        """Every figure of the page as it is once nothing is waited for."""
        page = self.page
        page.wait_for_function(SETTLED)
        key = Key(page.url)
        kernel = explored(key.path, key.step, key.shape, key.tile, self.saved[-1])
        size = key.shape or kernel.shape
        expecting(page.locator("#where")).to_have_text(f"{key.path}:{key.step}")
        context = page.locator("#context").inner_text().replace("\n", " ")
        assert f"size {' x '.join(map(str, size))} " in f"{context} "
        self.check_times(key, kernel, size)
        problem = kernel.problem
        tab(page, "Launch")
        details = page.locator("#details").inner_text()
        if problem:
            return
        (launch,) = kernel.launches
        for name, extents in (("grid", launch.grid), ("block", launch.block)):
            text = re.search(rf"{name}\s+([\d,]+(?: x [\d,]+)*)", details)[1]
            shown = [int(one.replace(",", "")) for one in text.split(" x ")]
            assert [*shown, 1, 1][:3] == list(extents), (key.path, name)
        tab(page, "Cost")
        # Costs that take long are counted on request only.
        if page.get_by_role("button", name="Count them").count():
            return
        self.check_totals(kernel)
        tab(page, "Compare")
        self.check_comparison(key, figures(kernel))

    def check_times(self, key: Key, kernel: Exploration, size: tuple) -> None:
        verdict = self.page.locator("#verdict").inner_text().replace("\n", " ")
        row = recorded(key.path, tuple(size), key.device, key.compiler, key.regime)
        last = kernel.kernel.step.index == len(kernel)
        if row and last and written(key):
            us = row["time_us"]
            assert time_text(us).search(verdict), (us, verdict)
            for name, library in row["baselines"].items():
                share = int(100 * library["time_us"] / us + 0.5)
                assert f"{share} % of {name} (" in verdict, (name, share, verdict)
        else:
            assert "Measured" not in verdict

    def check_totals(self, kernel: Exploration) -> None:
        rows = self.page.get_by_role("region", name="Totals").locator("tbody tr").all()
        shown = {}
        for row in rows:
            name, conflicts, sectors, _ = row.locator("td").all_inner_texts()
            # In brackets: the previous rung's.
            shown[name] = conflicts.partition(" (")[0], sectors
        (part,) = kernel.accesses.kernels
        wanted = {
            name: (
                short(one.conflicts) if one.wavefronts else "",
                short(one.sectors) if one.sectors else "",
            )
            for name, one in part.totals.items()
        }
        assert shown == wanted

    def check_comparison(self, key: Key, now: dict[str, str]) -> None:
        """The differences' figures: those of the pinned kernel and of the shown one."""
        region = self.page.get_by_role("region", name="Differences")
        if not key.pin or not region.count():
            return
        pinned, *saved = key.pin.split("^")
        pinned, _, _ = pinned.partition("~")
        path, _, step = pinned.rpartition(":")
        if path.count(":") == 0:
            path, step = pinned, ""
        # Beside itself with other numbers, the rung as it is written.
        tile = ()
        version = self.saved[-2] if saved else self.saved[-1]
        same = path.partition(":")[0] == key.ladder
        assert same, "kernels of different computations are not compared"
        before = figures(explored(path, step, key.shape, tile, version))
        for row in region.locator("tbody tr").all():
            name, _, was, value = row.locator("td").all_inner_texts()
            if name in now:
                assert (was, value) == (before[name], now[name]), (key.path, name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("walk")


@pytest.fixture(scope="module")
def walk_server(folder):
    file = folder / "transpose.py"
    file.write_text(SAVED[0], "utf-8")
    pool = build_pool(perform, count=2, seconds=FOREVER_S, warm=None)
    yield from serving(Server(0, pool, [str(file)]))


def test_every_figure_is_the_apis_at_the_key_of_the_address(watched, walk_server, folder):
    versions = [folder / f"version_{number}.py" for number in range(len(SAVED))]
    for version, text in zip(versions, SAVED, strict=True):
        version.write_text(text, "utf-8")
    file = folder / "transpose.py"
    given = {"watched": watched, "server": walk_server, "file": file, "versions": versions}
    run_state_machine_as_test(
        type("Walk", (Walk,), given),
        settings=settings(
            max_examples=int(os.environ.get("WALKS", "12")),
            stateful_step_count=6,
            deadline=None,
            database=None,
            derandomize="WALKS" not in os.environ,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
