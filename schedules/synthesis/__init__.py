"""From a computation to a schedule of its own: recognition, moves, search."""
