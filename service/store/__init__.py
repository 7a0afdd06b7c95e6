"""Bytes on Valkey. Knows no rules, and is the only package that sends commands to a server.

Logs:
event_store      append to a log and read it
append.lua       the append itself, which runs on the server
append_counts    metrics of what a process appends
feeds            follow everything that is appended
feed_reader      reads feeds once for all their followers in a process
followed_record  keeps a record in memory, up to date to a second
cursors          how far a follower has read each feed
log_names        the kinds of logs and their names
keys             the key of each log and feed, and so its slot in a cluster

Other values:
structures       values, hashes, sets and the like, and scripts that change them (a package of its own)

Servers:
client           connections to the servers (a package of its own)
functions        the library of Lua functions that is loaded onto them
replies          parsing of their replies
errors           failures, grouped by what the caller should do
probe            whether the servers accept writes
"""
