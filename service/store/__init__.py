"""The event log on Redis Streams, the feeds that tell of it, and a private server to keep it in. Knows no rules."""
