"""The command line: the only part of refsol that prints or exits."""
