"""The browser part, as far as it can be tested without a browser."""
