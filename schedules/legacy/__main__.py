"""`python -m schedules.legacy SCRIPT.py [ARGUMENTS ...]`."""

from te_compat.__main__ import run

if __name__ == "__main__":
    run("schedules.legacy")
