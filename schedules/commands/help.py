"""`schedules help`: the commands, one of them, or the glossary of terms."""

from .program import help_command


def terms() -> str:
    """The glossary."""
    from ..views.glossary import as_text

    return as_text()


command = help_command({"terms": terms})
