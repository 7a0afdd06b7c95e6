"""The HTTP routes: they translate between HTTP and the application, one controller per module.

games      play: tables, moves, events, replays, lists of games
learning   help during a game and after it
puzzles    find and solve puzzles
people     guests, accounts, profiles
moderation what moderators see and do
health     whether the service works, for operators
"""
