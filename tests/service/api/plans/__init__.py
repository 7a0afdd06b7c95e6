"""Plans over HTTP."""
