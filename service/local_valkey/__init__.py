"""The private Valkey server of `make run` and of the tests."""
