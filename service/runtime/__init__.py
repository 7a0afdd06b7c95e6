"""What every process needs. Imports nothing else of the service.

channels        what open streams wait for
clock           the current time, passed in so that tests can set it
compression     gzip
logging_setup   log lines as JSON or text, with request and game, without secrets
metrics         counters of one process, for Prometheus
prepared        answers that cost much to make: each is made once
recent          a cache of what was used most recently
refusal         why the service refuses a request
repeats         requests that a client may repeat
settings        the environment variables as one struct
shutdown        graceful shutdown, and stopping child processes
time_zones      days and minutes where people live
"""
