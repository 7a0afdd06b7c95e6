"""The way in: what every request passes before its route, and every response after it.

envelope       an id, a limit, safe headers, compression, a count and a line in the log
safe_headers   the headers that every response has
direct_routes  the busiest routes, called without the framework
"""
