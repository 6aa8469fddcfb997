"""Whatever a user reads uses the field's terms: README, guides, help, messages, templates, tours,
the page's strings, exercises, rungs and the reasons of their steps, schemas, plots.

FORBIDDEN has words and habits to avoid, each with what to write instead and a planted fault.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator

import click
import pytest
from conftest import ROOT

from schedules.commands import cli as schedules_program
from schedules.core.catalog import ladders
from tune.commands import cli as tune_program

# Pattern -> what to write instead, and a text with the fault.
FORBIDDEN = {
    # Terms.
    r"\bas machine code\b|\binterpreter of machine code\b": (
        "in the simulator; simulated SASS",
        "run as machine code",
    ),
    r"\bwhose turn\b|\b(?:goes|go) first\b|\bhas all turns\b": (
        "is issued first; issue slots",
        "the oldest goes first",
    ),
    r"\bways? (?:of|that) (?:a |every |each |the )?warps?\b|\bthe way taken\b": (
        "execution path",
        "the way of a warp",
    ),
    r"\bpass(?:es)? of (?:a|the) loop\b|\bpasses of shared\b": (
        "iterations; wavefronts",
        "four passes of shared memory",
    ),
    r"\bhasty\b": ("violates the fixed latency", "a hasty instruction"),
    r"\bheld? (?:against|to (?:its|their) (?:bound|references?))\b": (
        "compared with",
        "held against float64",
    ),
    r"\bof (?:yours|mine|one's own)\b": ("your own", "a file of yours"),
    r"(?<!dot )(?<!inner )(?<!outer )(?<!matrix )\bproducts?\b(?! of extents|=)": (
        "GEMM or matmul; FMAs",
        "a float16 product",
    ),
    r"(?<!partial )\bsums\b": ("accumulators; partial sums; reductions", "the lane's sums"),
    r"\bits sum in a register\b|\bzero the sum\b": ("accumulator", "zero the sum first"),
    r"\bpatch(?:es)?\b": ("thread tile", "a patch per thread"),
    r"(?<!streaming )\bmultiprocessors?\b": ("SM", "every multiprocessor"),
    r"\bdearest\b": ("hottest, most expensive", "the dearest line"),
    r"\b(?:rung|step|pass|stop|change) before\b": ("previous", "the rung before"),
    r"\banew\b": ("again; reset", "begins anew"),
    r"\bso much longer\b": ("allowed relative slowdown", "so much longer it may be"),
    r"--(?:as-written|no-device|slack)\b": (
        "--tir, --predict-only, --tolerance",
        "--slack 5",
    ),
    r"\| (?:removes|costs) \|": ("what it improves, what it costs", "| rung | removes |"),
    r"\btorn\b|\bcut off: \d": ("incomplete", "the last line is torn"),
    r"\bfindings of the machine\b": ("findings of the simulator", "2 findings of the machine"),
    r"\bdeals? out\b|\bdealt out\b": ("distribute", "rows dealt out to threads"),
    r"\bin (?:two|four|eight|sixteen|several) goes\b": ("wavefronts", "served in four goes"),
    r"\b(?:crowd|laps|Courses|Tallies|Meetings|_hasty|TURNS_MARK|most_parts|with_producer)\b": (
        "today's names",
        "`laps` of a warp",
    ),
    # Habits.
    r"\bthat is (?:said|told)\b|\band said\b|\bwhich is said\b": (
        "the command says so",
        "one fails, and that is said",
    ),
    r"\b(?:told|said|refused|named|verdict) in a line\b": (
        "one line reports",
        "it is refused in a line",
    ),
    r"\bbad input is\b": (
        "Invalid input prints one line and exits with status 2",
        "Bad input is a line",
    ),
    r"\bthe house\b|\bhouse of floors\b": ("the code", "the house on one page"),
    r"\bpass(?:es)? for nothing\b": ("fails", "zeros pass for nothing"),
    r"\bcomes? out neither\b": ("the mean error is zero", "they come out neither long nor short"),
    r"\bkeep out of each other's way\b": (
        "free of data races",
        "do its threads keep out of each other's way",
    ),
    r"\bwhat is assumed goes further\b": (
        "upper bound",
        "what is assumed goes further than the move can",
    ),
    r"\bit comes all the same\b|\bsaves nothing \(": (
        "the source tries it; here it was slower",
        "why it comes all the same",
    ),
    r"\bissue or could\b": ("are issuing or eligible", "and issue or could for 10%"),
    r"\bnot under a bound loop\b": (
        "has no loop bound to a block or thread axis",
        "no kernel yet: not under a bound loop: C",
    ),
    r"\bwhere they part\b|\bwhat (?:of what|is made of|stands for)\b": (
        "name the thing",
        "What stands for the order of memory",
    ),
    r"\blooks for no cycles\b|\bdrawn to the power\b": (
        "say what is done",
        "Python looks for no cycles of garbage",
    ),
    r"\ba sentence stands\b": ("A note follows", "a sentence stands below for each step"),
    r"(?-i:^Of (?:what|the data|the file)\b)": ("a whole sentence", "Of what is proposed."),
    r"\b(?:is|are|and) left out\b|\bleft out:": ("skipped", "2 candidates are left out"),
    r"\ballows? no more\b|\bany more\b": ("no longer", "that the space allows no more"),
    r"\b(?:its|their) (?:\d+ )?\w+ (?:is|are) spent\b": ("is used up", "its 40 trials are spent"),
    r"\bnobody(?:'s)?\b": ("no thread, no source", "a loop that is nobody's"),
    r"\ba kernel of (?:its|their) own\b": ("a separate kernel", "by a kernel of their own"),
}
PATTERNS = {re.compile(one, re.I | re.M): instead for one, (instead, _) in FORBIDDEN.items()}

# Modules whose strings are code: text of kernels, tables of opcodes.
NOT_SHOWN = {
    "gpusim/isa/opcodes.py",
    "schedules/gemm/hopper_text.py",
    "schedules/gemm/weight_intrinsics.py",
    "schedules/gemv/mma_dot.py",
}

# Made from records or source, whose words are checked elsewhere.
GENERATED = re.compile(r"<!-- (reproduced|tuned|strategies|predictions)\b.*?<!-- /?\1", re.S)


def prose(markdown: str) -> str:
    """A page without its code: blocks and inline."""
    text = re.sub(r"```.*?```", "", markdown, flags=re.S)
    text = re.sub(r"^    .*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def pages() -> Iterator[tuple[str, str]]:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    for folder in ("ladders", "migrating"):
        files += sorted((ROOT / "docs" / folder).glob("*.md"))
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


def messages() -> Iterator[tuple[str, str]]:
    """Strings of several words in the packages: messages, help, reasons of steps, hints, labels."""
    for package in ("schedules", "tune", "te_compat", "gpusim"):
        for file in sorted((ROOT / package).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if name not in NOT_SHOWN and (
                text := prose(literals(file.read_text(encoding="utf-8")))
            ):
                yield name, text


def literals(source: str) -> str:
    """A module's strings with a blank in them, without docstrings; fields of f-strings are `_`."""
    tree = ast.parse(source)
    parts = {
        id(part) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for part in one.values
    }
    statements = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    found = []
    for one in ast.walk(tree):
        if isinstance(one, ast.JoinedStr):
            pieces = (getattr(part, "value", "_") for part in one.values)
            found.append("".join(text if isinstance(text, str) else "_" for text in pieces))
        elif isinstance(one, ast.Constant) and id(one) not in parts | statements:
            found.append(one.value if isinstance(one.value, str) else "")
    return "\n".join(text for text in found if " " in text and "\n" not in text.strip())


def learning() -> Iterator[tuple[str, str]]:
    """Statements of exercises; what the ladders say of their rungs; descriptions of `--json`."""
    for file in sorted((ROOT / "schedules/learning/exercises").glob("ex*.py")):
        yield f"{file.stem}, statement", ast.get_docstring(ast.parse(file.read_text())) or ""
    for name, ladder in ladders().items():
        yield (
            f"{name}, rungs",
            "\n".join([ladder.title, *(rung.doc for rung in ladder.rungs.values())]),
        )
    schemas = json.loads((ROOT / "docs/schemas.json").read_text(encoding="utf-8"))
    yield "docs/schemas.json", "\n".join(descriptions(schemas))


def descriptions(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(text := schema.get("description"), str):
            yield text
        for one in schema.values():
            yield from descriptions(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from descriptions(one)


def found(text: str) -> list[str]:
    """Each forbidden word of a text, with its line and what to write instead."""
    return [
        f"{line.strip()!r}: {match[0]!r}: write {instead!r}"
        for line in text.splitlines()
        for pattern, instead in PATTERNS.items()
        if (match := pattern.search(line))
    ]


@pytest.mark.parametrize("texts", [pages, helps, shown, messages, learning])
def test_texts_use_the_fields_terms(texts):
    checked = dict(texts())
    assert len(checked) > 25
    assert {name: wrong for name, text in checked.items() if (wrong := found(text))} == {}


def test_the_strings_of_a_script_are_those_that_are_shown():
    script = """// The dearest line.
const dearest = el("b", {}, "the dearest line", `the rung before ${name}`);
"""
    assert strings(script) == "the dearest line\nthe rung before ${name}"
    assert len(found(strings(script))) == 2


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_a_habit_is_found(pattern):
    instead, planted = FORBIDDEN[pattern]
    assert any(f"write {instead!r}" in one for one in found(f"A fine line.\n{planted}"))


def test_the_fields_terms_are_accepted():
    clean = """Outputs are compared with float64. Your own file is refused; one line says why.
Each streaming multiprocessor (SM) has accumulators; warps add partial sums in four wavefronts.
A float16 GEMM of 8192 and its dot product: the previous rung is slower, and the next one no longer.
no kernel yet: no loop bound to a block or thread axis: C (loops i, j)
Of the 15 steps, 7 are advised. | rung | what it improves | what it costs |"""
    assert found(clean) == []


def test_the_strings_of_a_module_are_those_that_are_shown():
    module = """\"\"\"The dearest line.\"\"\"
def f(error):
    \"\"\"Begin anew.\"\"\"
    raise UserError(f"{error}: the dearest line" " begins anew")
"""
    assert literals(module) == "_: the dearest line begins anew"
