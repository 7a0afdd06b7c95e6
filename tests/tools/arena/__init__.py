"""Matches between players, to measure how strong the engine is."""
