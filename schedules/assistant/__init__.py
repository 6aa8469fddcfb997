"""Tools of the Model Context Protocol that explore schedules given as text."""
