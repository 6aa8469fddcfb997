"""Static dataflow analysis of SASS: program slices, and what a register's value depends on."""
