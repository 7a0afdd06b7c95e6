"""Tests of the API as its callers see it: over a real server, through HTTP."""
