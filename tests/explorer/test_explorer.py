"""The explorer page without a browser: its data, its file, and what its server refuses."""

from __future__ import annotations

import base64
import http.client
import itertools
import json
import re
import threading
import time
import zlib
from dataclasses import replace
from html import unescape
from multiprocessing.connection import Connection

import pytest
from conftest import FILES, lowered
from tvm import s_tir, te

from schedules.catalog import ladders
from schedules.checks.device import owner_of
from schedules.errors import ShapeError, UserError
from schedules.explorer import model, report
from schedules.explorer.picture import picture
from schedules.explorer.serve import BadQuery, Server, checked, perform
from schedules.explorer.workers import Worker, WorkerLost, Workers
from schedules.kernel import render, views
from schedules.ladder import steps
from schedules.lowering.kernel_text import text_fingerprint
from schedules.lowering.lower import Launch
from schedules.lowering.pass_effects import watch

SGEMM = ladders()["gemm/sgemm_tvm"]
VTHREAD = "gemm/sgemm_tvm:vthread"


@pytest.fixture(scope="module")
def record():
    return model.rung_record(SGEMM["vthread"])


# --- data -----------------------------------------------------------------------------------------


def test_a_record_is_plain_data(record):
    assert json.loads(json.dumps(record))["path"] == VTHREAD


def test_a_records_texts_are_the_steps_own(record):
    seen = views(SGEMM["vthread"], steps(SGEMM["vthread"]))
    for one, view in zip(record["steps"], seen, strict=True):
        assert one["texts"]["tir"] == view.tir
        assert one["texts"].get("cuda") == view.source
        assert one["launch"] == view.launch


def test_primitives_lead_from_step_to_step(record):
    text = record["start"]
    for one in record["steps"]:
        assert one["primitives"]
        for primitive in one["primitives"]:
            text = model.applied(text, primitive["delta"])
        assert text == one["texts"]["tir"]


def test_passes_lead_to_the_texts_after_them(record):
    step = steps(SGEMM["vthread"])[-1]
    text = record["steps"][-1]["texts"]["tir"]
    passes = record["steps"][-1]["details"]["passes"]
    for one, watched in zip(passes, watch(SGEMM["vthread"], step), strict=True):
        text = model.applied(text, one["delta"])
        assert (one["name"], text) == (watched.name, watched.after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("", "a\nb\n"),
        ("a\nb\n", ""),
        ("a\nb\nc\n", "a\nx\nc\n"),
        ("a\na\na\n", "a\na\n"),
        ("a\nb\nc\nd\n", "b\na\nd\nc\n"),
    ],
)
def test_a_delta_leads_to_the_text_after(before, after):
    assert model.applied(before, model.delta(before, after)) == after


def test_a_delta_of_long_texts_is_quick_and_right():
    before = "".join(f"line {n}\n" for n in range(20_000))
    after = "".join(f"line {n}{'!' if n % 3 else ''}\n" for n in range(20_000))
    start = time.perf_counter()
    delta = model.delta(before, after)
    assert time.perf_counter() - start < 5
    assert model.applied(before, delta) == after


def test_machine_code_names_lines_of_the_shown_cuda(record):
    code = record["steps"][-1]["details"]["machine"]
    cuda = record["steps"][-1]["texts"]["cuda"].splitlines()
    for level in ("ptx", "sass"):
        lines = code[level]["text"].splitlines()
        assert len(lines) == len(code[level]["cuda"])
        assert max(code[level]["cuda"]) <= len(cuda)
    stores = {
        cuda[number - 1].partition("[")[0].strip()
        for text, number in zip(
            code["sass"]["text"].splitlines(), code["sass"]["cuda"], strict=True
        )
        if " STS" in text
    }
    assert stores == {"A_shared_ptr", "B_shared_ptr"}


def test_accesses_name_lines_of_the_shown_cuda(record):
    cuda = record["steps"][-1]["texts"]["cuda"].splitlines()
    (kernel,) = record["steps"][-1]["details"]["accesses"]
    assert kernel["accesses"]
    for one in kernel["accesses"]:
        assert f"{one['buffer']}" in cuda[one["line"] - 1]


def test_resources_come_with_their_flops_per_byte(record):
    (kernel,) = record["steps"][-1]["details"]["resources"]
    assert set(kernel["intensity"]) == {"dram", "global", "shared"}
    assert kernel["registers"] > 0


def test_a_step_without_a_kernel_says_why():
    record = model.rung_record(SGEMM["naive"], detailed=False)
    broken = model.step_record(
        render(SGEMM["cache_write"], steps(SGEMM["cache_write"])[4]), None, []
    )
    assert record["steps"][-1]["problem"] == ""
    assert "not under a bound loop" in broken["problem"]
    assert "cuda" not in broken["texts"]


def test_a_rung_for_a_cpu_has_assembly_and_no_picture():
    record = model.rung_record(ladders()["gemm/sgemm_cpu"]["serial"])
    assert record["source_level"] == "asm"
    assert record["pictures"] == []
    assert set(record["steps"][-1]["details"]) == {"passes", "problems"}


def test_an_arch_without_machine_code_is_named_and_accesses_stay():
    record = model.rung_record(SGEMM["vthread"], arch="sm_70")
    details = record["steps"][-1]["details"]
    assert "sm_70" in details["problems"]["machine"]
    assert details["accesses"][0]["accesses"]
    assert "machine" not in details


def test_steps_of_the_same_name_have_keys_of_their_own():
    from schedules.userfile import load

    rung = load(str(FILES / "marked_up.py"), "", None)
    assert [one["key"] for one in model.outline(rung)["steps"]] == ["split", "02-bind", "03-bind"]


def test_other_tile_numbers():
    rung = model.with_tile(SGEMM["vthread"], {"block_k": 8})
    record = model.rung_record(rung, [256, 256, 64], detailed=False)
    assert record["tile"]["block_k"] == 8
    assert record["shape"] == [256, 256, 64]
    with pytest.raises(ShapeError, match="nearest shape that fits"):
        model.rung_record(model.with_tile(SGEMM["vthread"], {"block_k": 7}))


def test_measured_rows_are_found(tmp_path):
    row = {"ladder": "gemm/sgemm_tvm", "rung": "vthread", "shape": [1, 2, 3], "time_us": 4.0}
    (tmp_path / "some-gpu.json").write_text(json.dumps({"device": "Some GPU", "rows": [row]}))
    (tmp_path / "other.json").write_text('{"something": "else"}')
    (found,) = model.measurements(tmp_path)[VTHREAD]
    assert found == {"device": "Some GPU", **row}


def test_a_row_of_another_kernel_is_told_without_its_numbers(tmp_path):
    """Numbers are shown only where the kernel's text is the one that was measured."""
    now = text_fingerprint(lowered(SGEMM["vthread"], shape=(256, 256, 64)).source)
    row = {"ladder": "gemm/sgemm_tvm", "rung": "vthread", "dtype": "float32", "time_us": 4.0}
    rows = [
        {**row, "shape": [256, 256, 64], "kernel": now},
        {**row, "shape": [256, 256, 128], "kernel": now},
        {**row, "shape": [512, 256, 64]},
        {**row, "shape": [100, 100, 100], "kernel": now},
    ]
    (tmp_path / "some-gpu.json").write_text(json.dumps({"device": "Some GPU", "rows": rows}))
    same, *others = model.measured(SGEMM["vthread"], tmp_path)
    assert same == {"device": "Some GPU", **rows[0]}
    assert others == [
        {"device": "Some GPU", "shape": one["shape"], "dtype": "float32", "earlier": True}
        for one in rows[1:]
    ]


# --- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rung", "at"),
    [("block_tile", (3, 17)), ("vthread", (77, 21)), ("warp_tile", (100, 33)), ("naive", (0, 700))],
)
def test_a_pictures_owner_is_the_one_that_a_wrong_element_is_blamed_on(rung, at):
    step = steps(SGEMM[rung])[-1]
    launches = render(SGEMM[rung], step).launches
    found = picture(step.mod, launches)
    number = found["owner"][at[0] * found["tile"][1] + at[1]]
    x, y, _ = launches[0].block
    thread = {"x": number % x, "y": number // x % y, "z": number // (x * y)}
    blamed = owner_of(step.mod, "C", at)
    named = dict(re.findall(r"([xyz])=(\d+)", blamed.partition("thread")[2]))
    assert named
    assert {axis: str(thread[axis]) for axis in named} == named


def test_every_kernel_on_a_gpu_has_a_picture_that_every_thread_is_in():
    for ladder in ladders().values():
        if ladder.target != "cuda":
            continue
        rung = list(ladder.rungs.values())[0]
        step = steps(rung)[-1]
        found = picture(step.mod, render(rung, step).launches)
        assert min(found["owner"]) >= 0, rung.path


def staged(*, transposed: bool) -> dict:
    """B[i, j] = 2 A[i, j] of 32 x 32 by 32 x 4 threads: thread (j, i % 4) computes an element into
    shared memory, whose rows or columns are then those of B, and (i, j % 4) carries it on."""
    a = te.placeholder((32, 32), "float32", name="A")
    b = te.compute((32, 32), lambda i, j: a[i, j] * 2, name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    copy = sch.cache_write("B", 0, "shared")
    computed, stored = sch.get_loops("B"), sch.get_loops(copy)
    if transposed:
        sch.transform_layout("B", ("write", 0), lambda i, j: (j, i))
    for (slow, fast), block in ((computed, "B"), (stored[::-1], copy)):
        _, ty = sch.split(slow, [None, 4])
        sch.bind(ty, "threadIdx.y")
        sch.bind(fast, "threadIdx.x")
        sch.bind(sch.add_unit_loop(sch.get_loops(block)[0]), "blockIdx.x")
    return picture(sch.mod, [Launch("main_kernel", (1, 1, 1), (32, 4, 1), 0, 0)])


def test_a_picture_shows_who_computes_what_another_thread_stores():
    found = staged(transposed=False)
    assert (found["who"], found["output"]) == ("computes", "B")
    assert found["owner"] == [32 * (i % 4) + j for i in range(32) for j in range(32)]


def test_a_picture_that_cannot_be_followed_back_says_who_stores():
    found = staged(transposed=True)
    assert found["who"] == "stores"
    assert found["owner"] == [32 * (j % 4) + i for i in range(32) for j in range(32)]


def test_a_fragment_that_is_staged_belongs_to_the_warp_that_computed_it():
    """wmma's sums go to shared memory and from there in rows: the picture shows warps' tiles."""
    rung = ladders()["gemm/hgemm"]["wmma"]
    step = steps(rung)[-1]
    launches = render(rung, step).launches
    found = picture(step.mod, launches)
    x, y, z = launches[0].block
    assert (found["who"], found["shared"]) == ("computes", ["threadIdx.x"])
    assert set(found["owner"]) == set(range(0, x * y * z, x))


# --- the file -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def html():
    return report.report([str(FILES / "marked_up.py"), "gemm/sgemm_tvm:naive"])


def test_the_files_chunks_are_its_rungs(html):
    index = json.loads(re.search(r'id="index">(.*?)</script>', html)[1])
    assert list(index["chunks"]) == ["marked_up:schedule", "gemm/sgemm_tvm:naive"]
    for path, chunk in index["chunks"].items():
        data = re.search(rf'id="{chunk}">(.*?)</script>', html)[1]
        assert json.loads(zlib.decompress(base64.b64decode(data)))["path"] == path


def test_the_file_asks_nobody_for_anything(html):
    policy = unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1])
    assert "default-src 'none'" in policy
    assert "connect-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"""(?:src|href)=["'](?!data:)""", html.partition("<script")[0])
    assert re.findall(r"https?://[^\s\"'`]+", html) == ["http://www.w3.org/2000/svg"]


def test_markup_in_names_stays_text(html):
    assert "<script>alert" not in html
    assert "<img src=x" not in html


def test_the_modules_share_no_name():
    names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", report.bundle(), re.M)
    assert len(names) == len(set(names))
    assert "import" not in re.findall(r"^\w+", report.bundle(), re.M)


GROUNDS = ("page", "side", "here", "hover", "added", "removed", "linked", "cursor")
NO_TEXT = ("line", "added-mark", "removed-mark", "linked-mark")


def test_every_colour_of_text_is_readable_on_every_line():
    """Contrast of 4.5 : 1 at least, as WCAG 2.1 asks for (success criterion 1.4.3)."""

    def luminance(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    style = (report.STATIC / "style.css").read_text(encoding="utf-8")
    themes = re.findall(r"color-scheme: (?:light|dark);.*?}", style, re.S)
    assert len(themes) == 3
    for theme in themes:
        light = {name: luminance(one) for name, one in re.findall(r"--([\w-]+): (#\w{6});", theme)}
        for text, ground in itertools.product(light.keys() - {*GROUNDS, *NO_TEXT}, GROUNDS):
            darker, lighter = sorted((light[text], light[ground]))
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, f"{text} on {ground}"


def test_the_report_command(cli, tmp_path):
    out = tmp_path / "page.html"
    code, said, _ = cli("report", "gemm/sgemm_cpu:serial", "--out", out)
    assert code == 0
    assert "1 rungs" in said
    assert out.read_text().startswith("<!doctype html>")


def test_the_report_command_refuses_an_unknown_ladder(cli, tmp_path):
    code, _, err = cli("report", "gemm/sgemm_tvn", "--out", tmp_path / "page.html")
    assert code == 2
    assert "did you mean 'gemm/sgemm_tvm'" in err
    assert not (tmp_path / "page.html").exists()


# --- the server's checks --------------------------------------------------------------------------

RUNGS = {rung.path: rung for rung in SGEMM.rungs.values()}


@pytest.mark.parametrize(
    ("query", "field", "text"),
    [
        ([], "", "JSON object"),
        ({"rung": VTHREAD, "command": "rm"}, "", "unknown field 'command'"),
        ({"rung": "gemm/sgemm_tvm:vthreat"}, "rung", "did you mean"),
        ({"rung": 3}, "rung", "unknown rung"),
        ({"rung": VTHREAD, "shape": [1, 2]}, "shape", "3 extents: M, N, K"),
        ({"rung": VTHREAD, "shape": [0, 1, 1]}, "shape.M", "M = 0"),
        ({"rung": VTHREAD, "shape": [1, 1, 1 << 40]}, "shape.K", "K = "),
        ({"rung": VTHREAD, "shape": [1, 1.5, 1]}, "shape.N", "whole number"),
        ({"rung": VTHREAD, "shape": [True, 1, 1]}, "shape.M", "whole number"),
        ({"rung": VTHREAD, "arch": 90}, "arch", "a name such as"),
        ({"rung": VTHREAD, "tile": {"__class__": 1}}, "tile", "unknown tile number"),
        ({"rung": VTHREAD, "tile": {"block_k": 0}}, "block_k", "from 1 to"),
        ({"rung": VTHREAD, "tile": {"block_k": "8"}}, "block_k", "whole number"),
        ({"rung": VTHREAD, "tile": {"block_k": 1 << 20}}, "block_k", "to 4096"),
        ({"rung": VTHREAD, "step": 1}, "step", "a name"),
    ],
)
def test_a_bad_query_is_refused(query, field, text):
    with pytest.raises(BadQuery, match=re.escape(text)) as refused:
        checked(query, RUNGS)
    assert refused.value.field == field


def test_a_number_that_may_be_zero_is_taken_as_zero():
    rung = replace(SGEMM["vthread"], tile=replace(SGEMM["vthread"].tile, vthreads_i=0))
    query = {"rung": VTHREAD, "tile": {"vthreads_i": 0}}
    assert checked(query, {VTHREAD: rung}) == query


def test_a_query_is_performed():
    found = perform({"rung": VTHREAD, "shape": [256, 256, 64], "tile": {"block_k": 8}})
    assert found["tile"]["block_k"] == 8
    found = perform({"rung": VTHREAD, "step": "vthread"})
    assert {"passes", "machine", "accesses", "resources"} <= set(found)
    with pytest.raises(UserError, match="unknown arch"):
        perform({"rung": VTHREAD, "arch": "sm_91"})


# --- the server -----------------------------------------------------------------------------------


def echo(query):
    """Stands for a build."""
    behaviour = query.get("step", "")
    if behaviour == "hang":
        time.sleep(60)
    if behaviour == "crash":
        import os
        import signal

        os.kill(os.getpid(), signal.SIGSEGV)
    if behaviour == "eat":
        return {"eaten": len(bytearray(64 * 2**30))}
    if behaviour == "wrong":
        raise ZeroDivisionError("division by zero")
    if behaviour == "refuse":
        raise ShapeError("does not fit")
    return {"query": query}


@pytest.fixture(scope="module")
def workers():
    found = Workers(echo, count=1, seconds=1.0)
    yield found
    found.end()


@pytest.fixture(scope="module")
def server(workers):
    found = Server(0, workers)
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()


def asked(server, method="POST", path="/api/build", token=None, body=None, **headers):
    """Status and body of a request; headers by name, with _ for -."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    named = {"Content-Type": "application/json"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    token = server.token if token is None else token
    connection.request(
        method,
        f"{path}?token={token}",
        json.dumps(body if body is not None else {"rung": VTHREAD}),
        {name: value for name, value in named.items() if value is not None},
    )
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_a_query_is_answered(server):
    status, text = asked(server)
    assert status == 200
    assert json.loads(text)["query"] == {"rung": VTHREAD}


def test_the_page_is_served_with_its_token_only(server):
    assert asked(server, "GET", "/")[0] == 200
    assert asked(server, "GET", "/", token="")[0] == 403
    assert asked(server, "GET", "/", token="x" * 32)[0] == 403
    assert asked(server, "GET", "/etc/passwd")[0] == 404


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1.evil.example:80"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
def test_another_host_or_origin_is_refused(server, method, headers):
    path = "/" if method == "GET" else "/api/build"
    status, text = asked(server, method, path, **headers)
    assert status == 403
    assert "wrong" in text


def test_its_own_origin_is_taken(server):
    for host in server.hosts:
        assert asked(server, Host=host, Origin=f"http://{host}")[0] == 200


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content_Type": "text/plain"}, {}, 415),
        ({"Content_Length": "99999999"}, {}, 413),
        ({}, {"rung": VTHREAD, "file": "/etc/passwd"}, 400),
        ({}, {"rung": VTHREAD, "tile": {"block_k": -1}}, 400),
        ({}, "[" * 5000, 400),
    ],
)
def test_a_request_that_is_no_query_is_refused(server, headers, body, status):
    assert asked(server, body=body, **headers)[0] == status


def test_a_refusal_says_why(server):
    status, text = asked(server, body={"rung": VTHREAD, "step": "refuse"})
    assert (status, json.loads(text)["error"]) == (422, "does not fit")


@pytest.mark.parametrize(
    ("behaviour", "status", "text"),
    [
        ("hang", 503, "took more than 1 s"),
        ("crash", 503, "SIGSEGV"),
        ("eat", 422, "ran out of memory"),
        ("wrong", 422, "ZeroDivisionError: division by zero"),
    ],
)
def test_a_build_gone_wrong_costs_its_request_only(server, behaviour, status, text):
    found = asked(server, body={"rung": VTHREAD, "step": behaviour})
    assert found[0] == status
    assert text in found[1]
    assert asked(server, body={"rung": VTHREAD, "step": "after " + behaviour})[0] == 200


def test_what_was_lost_is_tried_again(server):
    query = {"rung": VTHREAD, "step": "crash"}
    assert asked(server, body=query)[0] == asked(server, body=query)[0] == 503


def test_a_worker_killed_while_idle_costs_nothing(workers):
    assert workers.do({"n": 1}) == {"query": {"n": 1}}
    workers.all[0].process.kill()
    workers.all[0].process.join()
    assert workers.do({"n": 2}) == {"query": {"n": 2}}


def test_ending_in_the_midst_of_a_build_starts_and_closes_nothing_twice(monkeypatch):
    started, closed = [], []
    start, close = Worker.__init__, Connection.close

    def starting(self, *arguments):
        started.append(self)
        start(self, *arguments)

    def closing(self):
        closed.append(self)
        close(self)

    monkeypatch.setattr(Worker, "__init__", starting)
    found = Workers(echo, count=1, seconds=60.0)
    assert found.do({"n": 1}) == {"query": {"n": 1}}
    ours = started[0]._ours
    monkeypatch.setattr(Connection, "close", closing)
    lost = []

    def build():
        with pytest.raises(WorkerLost, match="SIGKILL") as said:
            found.do({"step": "hang"})
        lost.append(said)

    thread = threading.Thread(target=build)
    thread.start()
    while not found._idle.empty():
        time.sleep(0.01)
    found.end()
    found.end()
    thread.join()
    assert lost
    assert len(started) == 1
    assert not started[0].process.is_alive()
    assert closed == [ours]
    with pytest.raises(WorkerLost, match="ending"):
        found.do({"n": 2})


@pytest.mark.parametrize(("error", "said"), [(BrokenPipeError(), ""), (ValueError("odd"), "odd")])
def test_a_page_that_was_closed_while_it_waited_is_no_error(server, capsys, error, said):
    try:
        raise error
    except (OSError, ValueError):
        server.handle_error(None, ("127.0.0.1", 1))
    err = capsys.readouterr().err
    assert (said in err) if said else err == ""


def test_the_server_listens_on_the_loopback_interface_only(server):
    assert server.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_said(cli, server):
    code, _, err = cli("serve", "--port", server.port)
    assert code == 2
    assert "choose another --port" in err
