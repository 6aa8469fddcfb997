"""`tune completion`: makes a shell complete commands, options and arguments."""

from schedules.commands.program import completion_command

command = completion_command("tune")
