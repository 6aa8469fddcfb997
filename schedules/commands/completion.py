"""`schedules completion`: what makes a shell complete commands, options and references."""

from .program import completion_command

command = completion_command("schedules")
