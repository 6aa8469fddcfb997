"""`python -m schedules`."""

from .commands.cli import main

main()
