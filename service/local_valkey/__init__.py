"""The private Valkey server of `make run` and of the tests.

binary      finds the server program, and refuses data of another server
data_lock   one server per data directory, even after a crash
server      starts the server, restarts it when it dies, stops it
"""
