"""The client of the log's servers: commands go out, replies or errors come back. It knows no keys and no logs.

address        where a server is, how to reach it and how to log in, parsed from a URL
connection     one connection to one server, shared by the whole process
cluster        which node of a Redis Cluster holds which slot
subscription   a connection that only listens
slots          the slot of a key
snapshot       a copy of everything on a server, for backups
servers        what a URL stands for, a single server or a cluster, under one interface
"""
