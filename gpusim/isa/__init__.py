"""The instruction set: cubins, SASS text, operands, dependences, latencies, control flow."""
