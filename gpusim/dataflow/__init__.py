"""Static dataflow analysis of SASS: what a register's value depends on."""
