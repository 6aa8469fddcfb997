"""The functional simulator: a SIMT interpreter of SASS."""
