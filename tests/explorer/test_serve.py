"""What the live page's server refuses, and what it answers."""

from __future__ import annotations

import http.client
import json
import re
import socket
import struct
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from played_builds import FOREVER_S, HANGING, echo, wait_for

from gpusim import exact_counts
from gpusim.errors import UserError
from schedules.core.ladder import ladders
from schedules.explorer import queries, serve
from schedules.explorer.queries import BadQuery, Numbers, checked, perform
from schedules.explorer.serve import Answers, Server, build_pool

SGEMM = ladders()["gemm/sgemm_tvm"]
VTHREAD = "gemm/sgemm_tvm:vthread"


# --- queries --------------------------------------------------------------------------------------

RUNGS = {rung.path: Numbers.of(rung) for rung in SGEMM.rungs.values()}


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
        ({"rung": VTHREAD, "tile": {"block_k": None}}, "block_k", "block_k: a whole number from 1"),
        ({"rung": VTHREAD, "tile": {"block_k": 1 << 20}}, "block_k", "to 4096"),
        ({"rung": VTHREAD, "step": 1}, "step", "a name"),
        ({"rung": VTHREAD, "predict": 1}, "", "true, or absent"),
        ({"rung": VTHREAD, "why": {"rung": VTHREAD}}, "", "the rung and the step"),
        ({"rung": VTHREAD, "why": {"rung": "x", "step": ""}}, "why", "unknown rung"),
    ],
)
def test_a_bad_query_is_refused(query, field, text):
    with pytest.raises(BadQuery, match=re.escape(text)) as refused:
        checked(query, RUNGS)
    assert refused.value.field == field


def test_a_query_is_performed():
    found = perform({"rung": VTHREAD, "shape": [256, 256, 64], "tile": {"block_k": 8}})
    assert found["tile"]["block_k"] == 8
    found = perform({"rung": VTHREAD, "step": "vthread"})
    assert {"passes", "machine", "accesses", "resources"} <= set(found)
    with pytest.raises(UserError, match="unknown arch"):
        perform({"rung": VTHREAD, "arch": "sm_91"})


# --- the server -----------------------------------------------------------------------------------


@contextmanager
def serving(kind, workers):
    found = kind(0, workers)
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    try:
        yield found
    finally:
        found.shutdown()
        thread.join()
        found.server_close()


@pytest.fixture(scope="module")
def server(workers):
    with serving(Server, workers) as found:
        yield found


def asked(server, method="POST", path="/api/build", token=None, body=None, **headers):
    """Status and body of a request; headers by name, with _ for -."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    token = server.token if token is None else token
    named = {"Content-Type": "application/json", "Cookie": f"{server.cookie}={token}"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(
        method,
        path,
        json.dumps(body if body is not None else {"rung": VTHREAD}),
        {name: value for name, value in named.items() if value is not None},
    )
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def pending(answers):
    return [build for build in answers._builds.values() if not build.done.is_set()]


def test_equal_queries_share_a_build():
    class Slowly:
        built, go = 0, threading.Event()

        def do(self, query, wanted, seconds):
            self.built += 1
            self.go.wait(60)
            return {"query": query}

    workers = Slowly()
    answers = Answers(workers)
    asking = ThreadPoolExecutor(4)
    found = [asking.submit(answers.get, {"rung": VTHREAD}) for _ in range(4)]
    while workers.built == 0:
        time.sleep(0.001)
    workers.go.set()
    assert len({one.result() for one in found}) == 1
    assert (workers.built, pending(answers)) == (1, [])


class OneWorker:
    """A pool with one worker, which hangs at a query until nobody wants the answer."""

    def __init__(self):
        self.free, self.did, self.progress = threading.Lock(), [], "hanging"

    def do(self, query, wanted, seconds):
        while not self.free.acquire(timeout=0.001):
            if not wanted(None):
                return None
        try:
            if not wanted(self):
                return None
            self.did.append(query["step"])
            while query["step"] == "hang":
                if not wanted(self):
                    return None
                time.sleep(0.001)
            return {"query": query}
        finally:
            self.free.release()


def test_a_build_that_nobody_waits_for_is_ended(monkeypatch):
    """One that has not begun never begins; one that is wanted again goes on."""
    monkeypatch.setattr(serve, "GRACE_S", 0.01)
    workers, leave = OneWorker(), threading.Event()
    answers = Answers(workers)
    with ThreadPoolExecutor(3) as asking:
        first = asking.submit(answers.get, {"step": "hang"}, leave.is_set)
        while not workers.did:
            time.sleep(0.001)
        second = asking.submit(answers.get, {"step": "never"}, leave.is_set)
        third = asking.submit(answers.get, {"step": "wanted"})
        while len(pending(answers)) < 3:
            time.sleep(0.001)
        assert answers.progress({"step": "hang"}) == "hanging"
        assert answers.progress({"step": "never"}) == "waiting for a free process"
        assert answers.progress({"step": "unknown"}) == ""
        leave.set()
        assert first.result() is second.result() is None
        assert third.result()[0] == 200
    while pending(answers):
        time.sleep(0.001)
    assert workers.did == ["hang", "wanted"]


@pytest.mark.parametrize("at_once", [1, 2])
def test_a_rung_opens_while_a_step_takes_minutes(monkeypatch, tmp_path, at_once):
    """Two steps that never end leave one of two processes free; with no such limit, none is."""
    monkeypatch.setattr(serve, "STEPS_AT_ONCE", at_once)
    hanging, leave = tmp_path / "hanging", threading.Event()
    monkeypatch.setenv(HANGING, str(hanging))
    with build_pool(echo, count=2, seconds=FOREVER_S, warm=None) as pool:
        answers = Answers(pool)
        with ThreadPoolExecutor(3) as asking:
            for number in range(2):
                query = {"rung": VTHREAD, "step": "hang", "number": number}
                asking.submit(answers.get, query, leave.is_set)
            wait_for(hanging)
            while at_once == 2 and any(one.worker is None for one in pending(answers)):
                time.sleep(0.01)
            opened = asking.submit(answers.get, {"rung": VTHREAD})
            if at_once == 1:
                assert opened.result(60)[0] == 200
            else:
                with pytest.raises(TimeoutError):
                    opened.result(1)
            leave.set()
            pool.end()


@pytest.mark.parametrize("reset", [False, True])
def test_a_browser_that_leaves_is_seen(server, monkeypatch, tmp_path, reset):
    hanging = tmp_path / "hanging"
    monkeypatch.setenv(HANGING, str(hanging))
    monkeypatch.setattr(serve, "GRACE_S", 0.01)
    server.pool.workers[0].end()
    server.pool.workers[0].start()
    with ThreadPoolExecutor(1) as asking:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
        headers = {"Content-Type": "application/json"}
        headers["Cookie"] = f"{server.cookie}={server.token}"
        query = json.dumps({"rung": VTHREAD, "step": "hang"})
        connection.request("POST", "/api/build", query, headers)
        wait_for(hanging)
        if reset:
            linger = struct.pack("ii", 1, 0)
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        connection.close()
        after = {"rung": VTHREAD, "step": "once it left"}
        assert asking.submit(asked, server, body=after).result()[0] == 200
    # What became of the connection is no answer to the query.
    kept = server.answers._builds.items()
    assert not [key for key, build in kept if "hang" in key and build.done.is_set()]


def test_the_page_is_served_with_its_token_only(server):
    assert asked(server, "GET", "/")[0] == 200
    assert asked(server, "GET", "/", token="")[0] == 403
    status, _ = asked(server, "GET", f"/?token={server.token}", token="")
    assert status == 303
    assert json.loads(asked(server, "GET", "/api/version")[1]) == {"version": ""}
    for body in ({"rung": VTHREAD}, {"rung": "a save took it away"}):
        assert asked(server, path="/api/progress", body=body) == (200, '{"progress":""}')
    assert asked(server, "GET", "/", token="x" * 32)[0] == 403
    # Other servers on this host set cookies too.
    assert asked(server, Cookie=f'a={{"b": 1}}; {server.cookie}={server.token}')[0] == 200
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
        ({"Content_Length": "9" * 5000}, {}, 413),
        ({"Content_Length": "-1"}, {}, 411),
        ({"path": "/api/hint"}, {"hint": [], "number": 1}, 400),
        ({}, {"rung": VTHREAD, "file": "/etc/passwd"}, 400),
        ({}, {"rung": VTHREAD, "tile": {"block_k": -1}}, 400),
        ({}, "[" * 5000, 400),
    ],
)
def test_a_request_that_is_no_query_is_refused(server, headers, body, status):
    assert asked(server, body=body, **headers)[0] == status


def test_a_body_that_is_too_long_is_answered(server):
    """Though most of it was never read: the sender's end must not break before."""
    status, text = asked(server, body={"grade": "bank_padding", "text": "x" * 8_000_000})
    assert status == 413
    assert "bytes at most" in text


@pytest.mark.parametrize(
    ("behaviour", "status", "text"),
    [
        ("hang", 503, "took more than 1 s"),
        ("crash", 503, "SIGSEGV"),
        ("eat", 422, "ran out of memory"),
        ("wrong", 422, "ZeroDivisionError: division by zero"),
    ],
)
def test_a_build_gone_wrong_costs_its_request_only(server, monkeypatch, behaviour, status, text):
    if behaviour == "hang":
        monkeypatch.setattr(server.pool, "seconds", 1.0)
    found = asked(server, body={"rung": VTHREAD, "arch": behaviour})
    assert found[0] == status
    assert text in found[1]
    monkeypatch.undo()
    assert asked(server, body={"rung": VTHREAD, "step": "after " + behaviour})[0] == 200


def test_what_is_made_of_a_step_may_take_longer_than_a_build(server, monkeypatch):
    monkeypatch.setattr(server.pool, "seconds", 0.0)
    assert asked(server, body={"rung": VTHREAD, "step": "linger"})[0] == 200


def test_costs_that_take_long_do_not_hold_up_the_machine_code(monkeypatch):
    query = {"rung": VTHREAD, "step": "bind_fetch", "shape": [256, 256, 256]}
    monkeypatch.setattr(queries, "COUNT_S", 1)
    monkeypatch.setattr(exact_counts, "launch_counts", lambda *_: time.sleep(60))
    found = perform(query)
    assert found["uncounted"] == "no count of accesses within 1 s"
    assert "accesses" not in found and "FFMA" in found["machine"]["sass"]["text"]
    assert found["resources"][0]["registers"] > 32
    monkeypatch.undo()
    counted = perform({**query, "count": True})
    assert counted["accesses"] and counted["costs"]


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
