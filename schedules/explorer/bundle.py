"""The page's JavaScript modules as one script, because inlined modules cannot import each other.

Each module becomes a function that returns its exports. Pygments reads the modules, so that a
string or a comment with `import` in it stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

from pygments.lexers import JavascriptLexer
from pygments.token import Comment, Keyword, Punctuation, String, Text, Whitespace

_DECLARED = ("const", "class", "function")


@dataclass(frozen=True)
class _Token:
    kind: type
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class Module:
    """A module: its text without `import` and `export`, what it imports, the names it exports.

    `imports` are (module, local names as a pattern); the pattern is '' for an import without names.
    """

    body: str
    imports: list[tuple[str, str]]
    exports: list[str]

    @classmethod
    def read(cls, text: str) -> Module:
        """Raises ValueError for a form of `import` or `export` that is not supported."""
        tokens = [_Token(*token) for token in _tokens(text)]
        imports, exports, cuts = [], [], []
        for at, token in enumerate(tokens):
            # Biome formats the modules: what begins a line is at the top level.
            if token.kind not in Keyword or text[: token.start][-1:] not in ("", "\n"):
                continue
            if token.text == "import":
                statement = _statement(tokens[at + 1 :])
                imports.append(_import(statement))
                cuts.append((token.start, statement[-1].end))
            elif token.text == "export":
                exports.append(_exported(tokens[at + 1 :]))
                cuts.append((token.start, tokens[at + 1].start))
        parts, done = [], 0
        for start, end in cuts:
            parts.append(text[done:start])
            done = end
        return cls("".join([*parts, text[done:]]).strip(), imports, exports)


def _tokens(text: str) -> Iterator[tuple[type, str, int]]:
    for start, kind, value in JavascriptLexer().get_tokens_unprocessed(text):
        if (
            kind not in Whitespace
            and kind not in Comment
            and not (kind in Text and value.isspace())
        ):
            yield kind, value, start


def _statement(tokens: list[_Token]) -> list[_Token]:
    """The tokens up to a semicolon."""
    for at, token in enumerate(tokens):
        if token.kind in Punctuation and token.text.startswith(";"):
            return tokens[: at + 1]
    raise ValueError("an import without a semicolon")


def _import(statement: list[_Token]) -> tuple[str, str]:
    names = [token.text for token in statement if token.kind not in String]
    module = "".join(token.text for token in statement if token.kind in String).strip("\"'")
    if not module.startswith("./") or not module.endswith(".js"):
        raise ValueError(f"an import of {module}, which is no module beside this one")
    words = [word for word in names if word not in ("from", ";")]
    whole = words[:2] == ["*", "as"]
    return module[2:-3], words[2] if whole else " ".join(words).replace(" as ", ": ").replace(
        " ,", ","
    )


def _exported(tokens: list[_Token]) -> str:
    words = [token for token in tokens[:3] if token.text != "async"]
    if words[0].text not in _DECLARED or not words[1].text.isidentifier():
        raise ValueError(f"an export of {words[0].text} {words[1].text}, which is no declaration")
    return words[1].text


def script(folder: Path) -> str:
    """The modules of a folder as one, each after those that it imports; raises CycleError."""
    modules = {file.stem: Module.read(file.read_text("utf-8")) for file in folder.glob("*.js")}
    graph = {name: {of for of, _ in modules[name].imports} for name in sorted(modules)}
    return "\n".join(
        _scoped(name, modules[name]) for name in TopologicalSorter(graph).static_order()
    )


def _scoped(name: str, module: Module) -> str:
    """A module as a function that is called once; its exports are the constant `$name`."""
    imports = [f"const {pattern} = ${of};" for of, pattern in module.imports if pattern]
    lines = [*imports, module.body, f"return {{ {', '.join(module.exports)} }};"]
    return f"const ${name} = (() => {{\n" + "\n".join(lines) + "\n})();"
