"""Forty kernels of twenty kinds that no model of time was made for, and the half kept aside.

They were written without a look at the model. One half is looked at, and the model may be mended by
microbenchmarks of what it gets wrong there; the other half then says how well it predicts.
"""
