"""From a scheduled module to a kernel's text: all that decides what is emitted."""
