"""Bytes on Valkey: logs, feeds and the connections to the servers. Knows no rules."""
