"""A person's paths through the pages, in a real Chromium over the real service."""
