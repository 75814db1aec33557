"""How other programs get moves from refsol: the Go Text Protocol, and Botzone's."""
