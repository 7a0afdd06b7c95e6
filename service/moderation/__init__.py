"""What people report about each other, and what moderators do about it.

reports  what people have reported: a game, a message or a name

The Lua files are scripts that change all keys of the reports in one step on the server.
"""
