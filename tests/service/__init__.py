"""Tests of the world around the rules, against real servers and real processes."""
