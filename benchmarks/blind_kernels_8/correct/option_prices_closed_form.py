from math import erf, exp, log, sqrt

import numpy as np


def price(s, k, t, rate, volatility):
    v = volatility * sqrt(t)
    d = (log(s / k) + (rate + volatility**2 / 2) * t) / v
    return s * (1 + erf(d / sqrt(2))) / 2 - k * exp(-rate * t) * (1 + erf((d - v) / sqrt(2))) / 2


def reference(call, put, s, k, t, rate, volatility):
    rate, volatility = float(rate), float(volatility)
    s, k, t = (v.astype("float64") for v in (s, k, t))
    call = np.array([price(*v, rate, volatility) for v in zip(s, k, t, strict=False)])
    return call.astype("float32"), (call - s + k * np.exp(-rate * t)).astype("float32")
