"""The schedule explorer for TVM tensor expressions."""

__version__ = "0.1.0"
