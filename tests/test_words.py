"""README, guides, help, templates, tours and the page's strings use the field's terms.

FORBIDDEN has words and habits to avoid, each with what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from conftest import ROOT

from schedules.commands import cli as schedules_program
from tune.commands import cli as tune_program

FORBIDDEN = {
    # Terms.
    r"\bas machine code\b|\binterpreter of machine code\b": "in the simulator; simulated SASS",
    r"\bwhose turn\b|\b(?:goes|go) first\b|\bhas all turns\b": "is issued first; issue slots",
    r"\bways? (?:of|that) (?:a |every |each |the )?warps?\b|\bthe way taken\b": "execution path",
    r"\bpass(?:es)? of (?:a|the) loop\b|\bpasses of shared\b": "iterations; wavefronts",
    r"\bhasty\b": "violates the fixed latency",
    r"\bheld? (?:against|to (?:its|their) (?:bound|references?))\b": "compared with",
    r"\bof (?:yours|mine|one's own)\b": "your own",
    r"(?<!dot )(?<!inner )(?<!outer )(?<!matrix )\bproducts?\b": "GEMM or matmul; FMAs",
    r"\bsums\b": "accumulators; reductions",
    r"\bpatch(?:es)?\b": "thread tile",
    r"(?<!streaming )\bmultiprocessors?\b": "SM",
    r"\bdearest\b": "hottest, most expensive",
    r"\b(?:rung|step|pass|stop|change) before\b": "previous",
    r"\banew\b": "again; reset",
    r"\bmay be so much longer\b|\bso much longer\b": "allowed relative slowdown",
    # Habits.
    r"\bthat is (?:said|told)\b|\band said\b|\bwhich is said\b": "the command says so",
    r"\b(?:told|said|refused|named|verdict) in a line\b": "one line reports",
    r"\bbad input is\b": "Invalid input prints one line and exits with status 2",
    r"\bthe house\b|\bhouse of floors\b": "the code",
    r"\bpass(?:es)? for nothing\b": "fails",
    r"\bcomes? out neither\b": "the mean error is zero",
    r"\bkeep out of each other's way\b": "free of data races",
    r"\bwhat is assumed goes further\b": "upper bound",
    r"\bit comes all the same\b": "the source tries it",
    r"\bissue or could\b": "are issuing or eligible",
    r"\bnot under a bound loop\b": "has no loop bound to a block or thread axis",
}
PATTERNS = {re.compile(pattern, re.I): instead for pattern, instead in FORBIDDEN.items()}

# Made from records or source, whose words are checked elsewhere.
GENERATED = re.compile(r"<!-- (reproduced|tuned|strategies|predictions)\b.*?<!-- /?\1", re.S)


def prose(markdown: str) -> str:
    """A page without its code: blocks and inline."""
    text = re.sub(r"```.*?```", "", markdown, flags=re.S)
    text = re.sub(r"^    .*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def pages() -> Iterator[tuple[str, str]]:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    files += sorted((ROOT / "docs/ladders").glob("*.md"))
    for file in files:
        text = GENERATED.sub("", file.read_text(encoding="utf-8"))
        yield file.relative_to(ROOT).as_posix(), prose(text)


def helps() -> Iterator[tuple[str, str]]:
    for name, program in (("schedules", schedules_program), ("tune", tune_program)):
        context = click.Context(program, info_name=name)
        yield name, str(program.help)
        for verb in program.list_commands(context):
            command = program.get_command(context, verb)
            assert command is not None
            options = [str(getattr(option, "help", "") or "") for option in command.params]
            yield f"{name} {verb} --help", "\n".join([str(command.help), *options])


def shown() -> Iterator[tuple[str, str]]:
    """Templates, tours, and the strings of the page's and the site's scripts."""
    for package in ("schedules", "tune"):
        for file in sorted((ROOT / package).rglob("*")):
            if file.suffix in (".j2", ".js") or file.name.endswith(".tour.toml"):
                text = file.read_text(encoding="utf-8")
                name = file.relative_to(ROOT).as_posix()
                yield name, strings(text) if file.suffix == ".js" else text


def strings(script: str) -> str:
    """A script's strings that a reader may see: those with a blank in them."""
    code = re.sub(r"^\s*(?://|/?\*).*$", "", script, flags=re.M)
    found = re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code)
    return "\n".join(one for pair in found for one in pair if " " in one)


TEXTS = dict([*pages(), *helps(), *shown()])


def found(text: str) -> list[str]:
    """Each forbidden word of a text, with its line and what to write instead."""
    return [
        f"{line.strip()!r}: {match[0]!r}: write {instead!r}"
        for line in text.splitlines()
        for pattern, instead in PATTERNS.items()
        if (match := pattern.search(line))
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_uses_the_fields_terms(name):
    assert found(TEXTS[name]) == []


def test_the_strings_of_a_script_are_those_that_are_shown():
    script = """// The dearest line.
const dearest = el("b", {}, "the dearest line", `the rung before ${name}`);
"""
    assert strings(script) == "the dearest line\nthe rung before ${name}"
    assert len(found(strings(script))) == 2


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Outputs are held against float64.", "Outputs are compared with float64."),
        ("A file of yours is refused in a line.", "Your own file is refused; one line says why."),
        ("The rung before has the sums.", "The previous rung has the accumulators."),
        ("Each multiprocessor begins anew.", "Each streaming multiprocessor (SM) starts again."),
        ("A float16 product of 8192.", "A float16 GEMM of 8192 and its dot product."),
        ("no kernel yet: not under a bound loop: C", "no kernel yet: block C has no loop bound"),
    ],
)
def test_a_habit_is_found_and_its_replacement_accepted(wrong, right):
    assert found(wrong) and found(right) == []
