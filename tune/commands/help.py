"""`tune help`: the commands, or one of them."""

from schedules.commands.program import help_command

command = help_command()
