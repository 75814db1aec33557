"""Pictures of scenes: as plain text, in a terminal's colours, as SVG and as HTML pages. They know nothing of games."""
