"""A helper process of the API for work that would hold up everybody else.

requests   what it can be asked, what it answers, and how messages are framed
process    starts it, asks it one thing at a time, replaces it when it fails
answering  the process itself: paints films, reads records, writes replays
"""
