"""Bytes on Valkey. Knows no rules, and is the only package that sends commands to a server.

Logs:
event_store      append to a log and read it
append.lua       the append itself, which runs on the server
typed_log        what the entries of a kind of logs mean, and the one way to change them
append_counts    metrics of what a process appends
feeds/           everything that is appended, in order
followers/       acting on that: one reader in a process
bells            tell every process of the API what has changed beside the logs
followed_record  keeps a record in memory, up to date to a second
log_names        how the logs of each kind are named
keys             the key of each log and feed, and so its slot in a cluster

Other values:
structures/      values, hashes, sets and the like, and scripts that change them

Servers:
client/          connections to the servers
functions        the library of Lua functions that is loaded onto them
replies          parsing of their replies
errors           failures, grouped by what the caller should do
probe            whether the servers accept writes
"""
