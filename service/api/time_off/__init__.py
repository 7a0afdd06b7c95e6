"""Routes of time off.

own_time       your days off and holidays
agreements     pauses at a table, and days that one gives to another
"""
