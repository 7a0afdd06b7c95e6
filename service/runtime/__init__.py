"""What every process needs. Imports nothing else of the service.

clock           the current time, passed in so that tests can set it
compression     gzip
logging_setup   log lines as JSON or text, with request and game, without secrets
metrics         counters of one process, for Prometheus
refusal         why the service refuses a request
repeats         requests that a client may repeat
settings        the environment variables as one struct
shutdown        graceful shutdown, and stopping child processes
"""
