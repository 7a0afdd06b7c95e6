"""The plumbing of every route: requests, responses, problems, limits, sessions."""
