"""Routes for finding people to play with.

seeks        what the caller looks for
suggestions  people near in rating who play at the same pace
follows      whom the caller follows
invitations  invite somebody by name or link, with a greeting
"""
