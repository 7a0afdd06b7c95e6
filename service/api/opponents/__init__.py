"""Routes for finding people to play with.

seeks        what the caller looks for
follows      whom the caller follows
invitations  invite somebody by name or link, with a greeting
"""
