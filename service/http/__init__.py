"""The plumbing of every route: requests and their callers, responses, problems, limits, sessions, pages of lists."""
