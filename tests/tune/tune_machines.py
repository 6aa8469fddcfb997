"""Builders and runners of a pool that build and run nothing, and answer at once."""

from __future__ import annotations

from contextlib import closing

from tune_fakes import Told

from tune.measuring import pool
from tune.measuring.child import Slot
from tune.measuring.interface import BuildRequest, MeasureOptions, Outcome


class Machine:
    """Builders and runners that answer at once.

    A run takes what its request's knob 'us' says times `speed(runner, number of its run)`; a lucky
    key takes a third of that the first time.
    """

    made = staticmethod(lambda request: {})
    time_of = staticmethod(lambda request: request.knobs["us"])

    def __init__(self, monkeypatch, runners=("a",), speed=lambda runner, run: 1.0, lucky=()):
        self.speed, self.lucky, self.log = speed, set(lucky), []
        self.runs = dict.fromkeys(runners, 0)
        self.queries = {}
        slots = [Slot("run", "", {}, {}, name) for name in runners]
        monkeypatch.setattr(pool, "local_runners", lambda *_: slots)
        monkeypatch.setattr(Slot, "start", lambda slot: Asked(self.queries, id(slot)))
        monkeypatch.setattr(Slot, "hear", lambda slot: self.hear(slot))
        monkeypatch.setattr(pool.Pool, "_awaited", lambda _, busy: busy)

    def hear(self, slot):
        query = self.queries[id(slot)]
        if slot.part == "build":
            return {"built": {"code": b""}, "made": self.made(query)}
        self.runs[slot.name] += 1
        key = query.request.key
        self.log.append((slot.name, key, query.best_us))
        us = self.time_of(query.request) * self.speed(slot.name, self.runs[slot.name])
        if key in self.lucky:
            self.lucky.remove(key)
            us /= 3
        return {"outcome": Outcome("ok", (us,))}

    def measured(self, *times, told=None):
        requests = [
            BuildRequest(str(at), "some:rung", (8,), "any", {"us": us})
            for at, us in enumerate(times)
        ]
        options = MeasureOptions(kind="cuda", devices=[0], builders=1)
        with closing(pool.Pool(options)) as measurer:
            measurer.watcher = told or Told()
            return {one.key: outcome for one, outcome in measurer.measure(requests)}


class Asked:
    def __init__(self, queries, slot):
        self.queries, self.slot = queries, slot

    def send(self, query, seconds):
        self.queries[self.slot] = query
