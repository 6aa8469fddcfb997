"""What is done with a rung: lower, dump, verify. It knows rungs and schedules, never a ladder."""
