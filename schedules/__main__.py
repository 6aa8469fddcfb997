"""`python -m schedules`."""

from .commands import main

main()
