"""Searching: the processes that search, the queues of jobs, hints and reviews."""
