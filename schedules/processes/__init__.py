"""Work in other processes: a pool, a worker with limits, a sandbox, differences of platforms."""
