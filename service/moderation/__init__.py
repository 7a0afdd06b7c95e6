"""Moderators and what they do, so that nobody spoils it for others.

acts        what moderators do, as it is stored in a log that is only ever appended to
standing    what follows from the log for each person: limits, warnings, role
act_log     the log, read and written; every process keeps what follows from it in memory
moderators  who may do what to whom; carries out acts and takes them back
networks    from which networks accounts came lately, without their addresses
suspicion   which two people a moderator should look at
nightly     marks them once a night

note_seen.lua is a script that changes one key in one step on the server (networks).
"""
