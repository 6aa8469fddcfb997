"""Publishing of records: tables, plots, device pages, and the README's tables."""
