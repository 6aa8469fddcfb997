"""The instruction set: cubins, SASS text, opcode table, decoder, control flow."""
