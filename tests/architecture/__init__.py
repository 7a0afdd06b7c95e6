"""Checks of the project itself: linters, documents, deployment, texts."""
