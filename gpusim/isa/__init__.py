"""The instruction set: cubins, SASS text, operands, opcode table, dependences, control flow."""
