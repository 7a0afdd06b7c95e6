"""Talk at a table: what players say to each other, and spectators among themselves. Never in the log of the game.

records         the stored log of what one person said at one table, and how far they have read
channels        who may read and write where, and whether texts or only phrases (pure)
texts           which texts are allowed, and whom they mention (pure)
limits          how much one person may say
talk            says, reads, counts what is unread; exports and erases
levels          whether a person wants talk: everything, phrases only, or nothing
"""
