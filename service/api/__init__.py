"""The HTTP routes, one controller to a module."""
