"""`schedules help`: the commands, or one of them."""

from .program import help_command

command = help_command()
