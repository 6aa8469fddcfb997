"""The device that candidates run on: its name, by which records are told apart, and its target."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Device:
    """A device's name, and its architecture as a target ('sm_90', 'x86-64-v4')."""

    name: str
    arch: str


def this_device(kind: str) -> Device:
    """This machine's device for the TVM target kind 'llvm' or 'cuda'; raises NoGpu without one."""
    if kind == "llvm":
        from schedules.targets.cpus import native_mcpu
        from schedules.timing.cpu import physical_cores
        from schedules.timing.environment import cpu_model

        # A processor's name says nothing of how many of its cores are this machine's.
        return Device(f"{cpu_model()}, {physical_cores()} cores", native_mcpu())
    from schedules.gpu import cuda, device_target

    return Device(cuda().cuda.get_device_name(0), device_target().arch)
