"""`schedules completion`: the shell script that completes commands, options and references."""

from .program import completion_command

command = completion_command("schedules")
