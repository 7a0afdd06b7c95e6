"""The HTTP routes: they translate between HTTP and the application, one controller per module.

games/          play: tables, moves, events, replays, lists of games
learning/       help during a game and after it
opponents/      find people to play with
deals/          play the deal of the day, and compare
tournaments/    enter tournaments and look at them
puzzles/        find and solve puzzles
people/         guests, accounts, profiles
time_off/       days off, holidays, and pauses of a game
talk/           what is said at tables
plans/          what players plan for their next turn
subscriptions/  calendars of deadlines, and Atom feeds
moderation/     what moderators see and do
health          whether the service works, for operators
"""
