"""The table of published constants of chips, with their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gpusim.timing.constants import constants

from ..chip.published import published_records
from .records import table


def published_constants() -> str:
    """A row per chip and constant, and the sources below."""
    records = published_records()
    rows = [
        [chip, name, f"{_shown(entry['value'])} {entry['unit']}", entry["source"], entry["how"]]
        for chip, record in records.items()
        for name, entry in record["constants"].items()
    ]
    sources = {key: text for record in records.values() for key, text in record["sources"].items()}
    chips = ", ".join(
        f"`{chip}` ({record['device']}, {record['architecture']}, {record['multiprocessors']} SMs)"
        for chip, record in records.items()
    )
    bases = {constants(record["base"]).device for record in records.values()}
    listed = "\n".join(f"- {key}: {text}" for key, text in sorted(sources.items()))
    return (
        f"Chips: {chips}. All other constants: as measured on an {' and '.join(sorted(bases))}.\n\n"
        + table(("chip", "constant", "value", "source", "how it follows"), rows)
        + f"\n{listed}\n"
    )


def _shown(value: Any) -> str:
    return "; ".join(_parts(value)) if isinstance(value, Mapping) else f"{value:,}"


def _parts(value: Mapping[str, Any]) -> Iterator[str]:
    for key, part in value.items():
        yield f"{key}: {_shown(part)}" if isinstance(part, Mapping) else f"{key} {part:g}"
