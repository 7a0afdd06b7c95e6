"""The 256 feeds: one small entry for each appended command, so that processes learn of new events without polling.

entries    an entry, and the order of entries
feeds      the feeds of a store: their ends, how late a follower is, and everything that is new
blocking   reading them from a single server, which says when there is something new
rung       reading them from a cluster, after bells have rung
bells      which feeds of a cluster have something new
places     where to go on in a feed that was set back or trimmed
"""
