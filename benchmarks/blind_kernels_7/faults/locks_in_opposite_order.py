import numpy as np


def reference(account, locks, amount):
    moved = int(amount[0].sum()) - int(amount[1].sum())
    return account + np.array([-moved, moved], "int32"), np.zeros(2, "int32")
