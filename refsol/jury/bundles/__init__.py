"""Programs in one file, made of refsol's sources; the modules called quick and run are only for use in them."""
