"""For authors of programs that play NoGo: playouts, search, exact outcomes, records, protocols, matches."""
