"""How much a caller may ask for: requests by what they cost, new guests, and open streams.

costs          what each request costs
rate_limits    token buckets for persons and networks, and for new guests
stream_limits  streams of events, and how many of them a person and a network may have open
"""
