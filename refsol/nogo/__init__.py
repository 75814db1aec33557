"""NoGo."""
