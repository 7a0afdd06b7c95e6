"""The processes that `python -m service` starts.

api_server       the API under uvicorn
guarded_http     limits of the HTTP server itself
mail_catcher     shows the mails of a service on this machine instead of sending them
supervisor       `make run`: a private Valkey server, the API and a worker
whole_responses  the head of a response leaves with its body
"""
