"""`Result`: what an analysis returns prints itself as text, JSON, HTML and DataFrame."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from gpusim.errors import UserError

from .data import document, plain, scalars

if TYPE_CHECKING:
    import pandas
    from markupsafe import Markup

Record = dict[str, Any]


class Result:
    """A result that converts to JSON, HTML and a DataFrame."""

    # The name of its document in `--json` and `schedules schema`.
    kind: ClassVar[str]

    def parts(self) -> Sequence[Any]:
        """The results that tables show, one row each."""
        return [self]

    def records(self) -> list[Record]:
        """The whole result as plain dicts, lists, numbers and strings."""
        return [plain(self)]

    def rows(self) -> list[Record]:
        """The rows of the DataFrame; every value is a number or a string."""
        return [scalars(part) for part in self.parts()]

    def to_json(self) -> str:
        """The document that the command's `--json` prints."""
        return json.dumps(document(self.kind, self.records()), indent=2)

    def html(self) -> Markup:
        """The short text and the table, for a notebook."""
        from ..views import html

        title, *about = repr(self).splitlines()
        lines = html.code("\n".join(about)) if about else ""
        return html.head(title) + lines + html.table(self.parts())

    def _repr_html_(self) -> str:
        from ..views import html

        return html.whole(self.html())

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a DataFrame; raises UserError if pandas is not installed."""
        try:
            import pandas
        except ImportError:
            raise UserError("a DataFrame needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.rows())
