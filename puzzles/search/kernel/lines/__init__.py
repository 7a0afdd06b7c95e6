"""A line searched for replies: what every seat can make of each draft, and which drafts follow from that.

Until the next line is revealed nothing is hidden, and territories meet only in the drafts. So each seat's prospects are
worked out once for every set of dominoes that it may get, and all orders of drafting are compared by them.

workspace    what the search of a line works on
laying       dominoes laid, with what follows from it
prospects    what a territory promises once its seat has drafted
worths       the best prospects of a seat for each set of drafts
replies      every seat drafts for its own lead
following    how seats play that follow such a search
trial        tries arms on deals of the next line
lessons      games that the outlook is trained on
"""
