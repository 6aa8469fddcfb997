"""The tools for assistants, by the SDK's own client."""

from __future__ import annotations

import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest
from accesses import needs_compiler
from conftest import ROOT, items

from schedules.assistant import TOOLS, answer, placed, server

# The SDK is loaded by the process that runs these tests alone.
pytestmark = pytest.mark.skipif(not find_spec("mcp"), reason="needs the extra 'mcp'")

SOFTMAX = (ROOT / "examples/softmax.py").read_text(encoding="utf-8")
WARP = {"schedule": "gemv/hgemv:warp1", "shape": [8, 128]}
# What a text may try: to speak on the server's own line, to read it, to reach the network.
HOSTILE = """
import os, socket, subprocess, sys
print('{"jsonrpc": "2.0", "method": "made up"}', flush=True)
os.write(1, b"no message\\n")
assert not sys.stdin.read()
try:
    socket.create_connection(("127.0.0.1", 9))
except PermissionError:
    pass
else:
    raise SystemExit("reached the network")
child = "import socket; socket.socket()"
assert subprocess.run([sys.executable, "-c", child], stderr=-1).returncode == 1
raise SystemExit("as it should be")
"""


class AtOnce:
    """Answers in this process."""

    def __init__(self, folder) -> None:
        self.folder = folder

    def ask(self, tool, given):
        return answer((tool, placed(given, self.folder)))


def told(made, *questions):
    """The results of tools, of one session."""
    import anyio
    from mcp.client import Client

    async def ask():
        async with Client(made) as client:
            return [await client.call_tool(tool, given) for tool, given in questions]

    # In a thread of its own: Playwright's loop stays in the one that browser tests run in.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, ask).result()


@needs_compiler
def test_every_tool_gives_a_document_of_a_published_kind(tmp_path):
    other = SOFTMAX.replace("[None, 32]", "[None, 64]")
    questions = [
        ("explore", "explorations", {"schedule": SOFTMAX, "shape": [3, 40]}),
        ("show", "texts", {**WARP, "level": "sass"}),
        ("show", "texts", {"schedule": SOFTMAX, "level": "tir", "step": "shared"}),
        ("diff", "differences", {"schedule": SOFTMAX}),
        ("diff", "differences", {"schedule": SOFTMAX, "other_step": "shared", "level": "tir"}),
        ("diff", "differences", {"schedule": SOFTMAX, "other": other}),
        ("verify", "verifications", WARP),
        ("analyze", "accesses", {**WARP, "arch": "sm_80"}),
        ("predict", "predictions", {**WARP, "chip": "h100"}),
        ("advise", "advice", WARP),
    ]
    assert {tool for tool, *_ in questions} == {tool.__name__ for tool in TOOLS}
    asked = [(tool, given) for tool, _, given in questions]
    found = told(server(AtOnce(tmp_path)), *asked)
    for (tool, kind, _), result in zip(questions, found, strict=True):
        assert not result.is_error, (tool, result.content)
        (item,) = items(result.content[0].text, kind)
        assert json.loads(result.content[0].text) == result.structured_content
    explored = found[0].structured_content["items"][0]
    assert explored["verification"]["right"] and len(explored["steps"]) == 3
    assert "threadIdx.x" in found[3].structured_content["items"][0]["diff"]
    assert "64" in found[5].structured_content["items"][0]["diff"]
    assert "HMMA" not in found[1].structured_content["items"][0]["text"]
    launch = found[8].structured_content["items"][0]["prediction"]["launches"][0]
    times = [one["us"] for one in launch["instructions"]]
    assert times == sorted(times, reverse=True) and len(times) <= 20


def test_what_is_wrong_is_an_answer(tmp_path):
    refused = SOFTMAX.replace('sch.bind(row, "blockIdx.x")', 'sch.bind(rows, "blockIdx.x")')
    made = server(AtOnce(tmp_path))
    asked = [("explore", {"schedule": refused}), ("show", {**WARP, "level": "cud"})]
    asked += [("show", {"schedule": "examples/softmax.py"}), ("verify", {**WARP, "step": "wrp"})]
    found = told(made, *asked, ("explore", {}))
    assert all(result.is_error for result in found)
    texts = [result.content[0].text for result in found]
    assert re.search(r'mine\.py:\d+\n +sch\.bind\(rows, "blockIdx\.x"\)', texts[0])
    assert "did you mean 'cuda'" in texts[1] and "files are not read" in texts[2]
    assert "unknown step 'wrp'" in texts[3]


@pytest.mark.exhaustive
def test_the_program_answers_whatever_a_text_does():
    """By stdin and stdout, as assistants run it; each text in a process of its own."""
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command = [*CONFIGURATION["args"], "--timeout", "60"]
    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "schedules", *command],
        env={"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
    )
    hostile, right = told(
        stdio_client(program),
        ("explore", {"schedule": HOSTILE}),
        ("show", {**WARP, "level": "tir"}),
    )
    assert hostile.is_error and "SystemExit: as it should be" in hostile.content[0].text
    assert not right.is_error
    assert "def main(" in items(right.content[0].text, "texts")[0]["text"]


# --- how it is plugged in -------------------------------------------------------------------------

GUIDE = (ROOT / "docs/automation.md").read_text(encoding="utf-8")
CONFIGURATION = json.loads(re.search(r"```json\n(.*?)```", GUIDE, re.S)[1])["mcpServers"][
    "schedules"
]
