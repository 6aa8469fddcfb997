"""Machine code of sm_90, run on a CPU."""
