"""Pictures of scenes: in letters, in a terminal's colours, as SVG. They know nothing of the games."""
