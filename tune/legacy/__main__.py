"""`python -m tune.legacy SCRIPT.py`: what `python -m schedules.legacy` does, installed or not."""

from schedules.legacy.__main__ import run

if __name__ == "__main__":
    run("tune.legacy")
