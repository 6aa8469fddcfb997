"""`python -m schedules`."""

from .cli import main

main()
