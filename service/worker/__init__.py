"""The worker process: it plays bots, hands over seats whose time is up, and makes hints, reviews and puzzles.

main            the process: what runs in it, restarts after an outage, shutdown
limits          how much it does at once, and how long it waits
jobs            how each kind of job is performed, and how a bot makes a step
bot_turns       which games wait for a bot
quick_bots      the bots that need no search
plan_follower   games in which somebody has a plan
shares          which of the feeds this worker follows
deadlines       warnings and hand-overs of seats with a clock
shipped_game    a finished game that comes with the code
readiness       the mark of a worker that has started to work
"""
