"""Forty kernels of twenty kinds that the timing model was not developed on.

They were written without looking at the model and are split into two fixed halves by the hash of
their names. Errors in the open half may be corrected in the model, by microbenchmarks only; the
held-out half then measures how well the model predicts.
"""
