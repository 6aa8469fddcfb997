"""`python -m tune.legacy SCRIPT.py`: the same as `python -m schedules.legacy`."""

from te_compat.__main__ import run

if __name__ == "__main__":
    run("tune.legacy")
