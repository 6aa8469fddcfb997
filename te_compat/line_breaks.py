"""Statements of Python in lines that fit, broken at their brackets and operators."""

from __future__ import annotations

from collections.abc import Iterator

WIDTH = 100


def fitted(text: str, indent: int = 4, inside: bool = False) -> list[str]:
    """A statement in lines that fit, broken at its outermost brackets.

    `inside` brackets it may be broken at an operator as well, and a lambda's body gets brackets.
    """
    if len(text) + indent <= WIDTH:
        return [text]
    is_lambda = text.startswith("lambda")
    for sign in (" + ", " - ", " * ") if inside and not is_lambda else ():
        terms = _split(text, sign)
        if len(terms) > 1:
            signed = [terms[0], *(f"{sign.lstrip()}{term}" for term in terms[1:])]
            return [line for term in signed for line in fitted(term, indent, inside=True)]
    lines = _broken(text, indent)
    if is_lambda and any(len(line) + indent > WIDTH for line in lines):
        head, _, body = text.removesuffix(",").partition(": ")
        lines = fitted(body, indent + 4, inside=True)
        return [
            f"{head}: (",
            *(f"    {line}" for line in lines),
            f"){text[-1] * (text[-1] == ',')}",
        ]
    return lines


def _broken(text: str, indent: int) -> list[str]:
    """The text with an argument a line, in its outermost brackets."""
    opened = _outermost(text)
    if opened is None:
        return [text]
    start, end = opened
    lines = [text[: start + 1]]
    for part in _split(text[start + 1 : end]):
        lines += [f"    {line}" for line in fitted(f"{part},", indent + 4, inside=True)]
    return [*lines, text[end:]]


def _scanned(text: str, brackets: tuple[str, str]) -> Iterator[tuple[int, str, int]]:
    """The position of each character outside strings, and the number of open brackets before it."""
    opening, closing = brackets
    depth, string = 0, False
    for position, char in enumerate(text):
        if char == '"':
            string = not string
        elif not string:
            yield position, char, depth
            depth += (char in opening) - (char in closing)


def _outermost(text: str) -> tuple[int, int] | None:
    """The longest outermost pair of brackets, of a call or a tuple, that is worth breaking."""
    start, best = 0, None
    for position, char, depth in _scanned(text, ("([", ")]")):
        if depth == 0 and char in "([":
            start = position
        elif depth == 1 and char in ")]" and (best is None or position - start > best[1] - best[0]):
            best = start, position
    # An index stays on its line: a comma after it would make a tuple of it.
    if best is None or text[best[0]] == "[" or best[1] - best[0] < 8:
        return None
    call = best[0] > 0 and (text[best[0] - 1].isalnum() or text[best[0] - 1] == "_")
    # Of plain brackets only a tuple takes the comma after its last part.
    pair = best[0] == 0 and len(_split(text[1 : best[1]])) > 1
    return best if call or pair else None


def _split(text: str, sign: str = ",") -> list[str]:
    """Parts between the commas outside brackets, strings and the parameters of a lambda."""
    parts, begin, params = [], 0, False
    for position, char, depth in _scanned(text, ("([{", ")]}")):
        if depth or char in "([{":
            continue
        if text.startswith("lambda", position) and not text[begin:position].strip():
            params = True
        elif char == ":":
            params = False
        elif text.startswith(sign, position) and not params:
            parts.append(text[begin:position].strip())
            begin = position + len(sign)
    last = text[begin:].strip()
    return [*parts, last] if last else parts
