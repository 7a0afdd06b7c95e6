"""Moderators and what they do, so that nobody spoils it for others.

acts           what moderators do, as it is stored in a log that is only ever appended to
standing       what follows from the log for each person: limits, warnings, role
act_log        the log, read and written; every process keeps what follows from it in memory
moderators     who may do what to whom; carries out acts and takes them back
networks       from which networks accounts came lately, without their addresses
suspicion      which two people a moderator should look at
nightly        marks them once a night
reports        what people have reported: a game, a message or a name
shown_reports  the same as moderators see it
closing        closes reports, with an entry in the log

The Lua files are scripts that change something in one step on the server: note_seen one key (networks), the others all
keys of the reports.
"""
