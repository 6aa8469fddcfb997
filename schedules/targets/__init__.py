"""What a kernel is lowered for: chips and CPUs with their facts."""
