"""How a game begins: its id, its random orders, its first events.

ids              ids of games, drawn at random or derived from another id
shuffle          random orders for a new or a forked game
guided           the games that teach, on the same deal for everybody
beginnings       the first events of a game
day_deals        the deal of each day
rated            who may play rated games, and at which tables
requested_rules  the rules that somebody asks for
"""
