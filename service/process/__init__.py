"""Processes: the supervisor of `make run`, and the API server."""
