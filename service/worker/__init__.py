"""The worker process: its jobs, bots' turns, deadlines."""
