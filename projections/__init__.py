"""Folds of the event log for readers. Pure: imports only the rules."""
