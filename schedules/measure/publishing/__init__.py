"""What was measured: records, their tables and plots, dumps, the README's tables."""
