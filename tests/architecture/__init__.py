"""Tests of the code itself: format, style, types, and which way imports point."""
