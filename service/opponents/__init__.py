"""Finding people to play with.

records       what is stored about seeks: what somebody looks for, and games reserved for them
seeks         the stored seeks: leave one, withdraw it, limits, erasure
exchange.lua  changes several fields of one hash together, if they are as they were read
matching      which seeks go together, and with which open tables; pure
candidates    what matching has to know about the people who look and about open tables
invitations   keep a seat for somebody who is invited by name
greetings     the line that goes with an invitation
follows       whom somebody follows
suggesting    who of some people is suggested as an opponent; pure
suggestions   looks at those next to somebody on the leaderboard, and at those they have played with
sitters       ratings and reliability of the people at open tables
matcher       the job in the worker: finds players, and seats them exactly once
"""
