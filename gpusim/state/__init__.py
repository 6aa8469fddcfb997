"""State of the running threads: registers, memories, barriers, execution trace."""
