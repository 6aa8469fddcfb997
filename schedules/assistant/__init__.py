"""For assistants: schedules given as text, looked at by tools of the Model Context Protocol."""
