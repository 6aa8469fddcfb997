import numpy as np


def reference(date, days):
    d = np.datetime64("1970-01-01") + days.astype("timedelta64[D]")
    year = d.astype("datetime64[Y]").astype(int) + 1970
    month = d.astype("datetime64[M]").astype(int) % 12 + 1
    day = (d - d.astype("datetime64[M]").astype("datetime64[D]")).astype(int) + 1
    return (year * 512 + month * 32 + day).astype("int32")
