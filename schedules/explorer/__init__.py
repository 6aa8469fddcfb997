"""The explorer page: every rung at every level, as one offline file or live on this machine."""

from pathlib import Path

# The colours and fonts of every page.
THEME = Path(__file__).parent / "static" / "style" / "theme.css"
