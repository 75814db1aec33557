"""One program under test: started, watched, stopped."""
