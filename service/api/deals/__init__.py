"""The deal of the day.

daily   play it, and once you have, see what others made of it
"""
