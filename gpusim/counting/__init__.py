"""Memory transactions: wavefronts, bank conflicts, sectors, and loop extrapolation."""
