"""The processes that `python -m service` starts.

api_server     the API under uvicorn
guarded_http   limits of the HTTP server itself
supervisor     `make run`: a private Valkey server, the API and a worker
"""
