"""One thread for NumPy's products, told before NumPy is imported: tests run beside each other."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
