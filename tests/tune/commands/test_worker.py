"""`tune worker` where something is missing."""

from __future__ import annotations

import signal

import pytest
from conftest import no_gpu
from tune_measuring import free_port, started

from schedules.core.errors import NoGpu
from tune.commands.worker import devices_of


def test_a_worker_that_finds_no_tracker_says_so():
    address = f"127.0.0.1:{free_port()}"
    process = started(["-m", "tune", "worker", "--tracker", address])
    try:
        told = [process.stderr.readline() for _ in range(2)]
        assert told[0].startswith(f"1 worker for {address}")
        way_out = f"start one with `tune tracker --port {address.partition(':')[2]}`"
        assert told[1].startswith(f"no tracker at {address} yet: {way_out}")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        assert "worker ended" not in process.stderr.read()
        process.stderr.close()


@pytest.mark.parametrize("gpus", ["all", "0"])
def test_a_gpu_that_is_not_there_has_no_worker(gpus):
    if not no_gpu():
        pytest.skip("there is a GPU")
    with pytest.raises(NoGpu):
        devices_of(gpus)
