"""Tests of the event log, its feeds and the private server."""
