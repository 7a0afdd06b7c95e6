"""Bytes on Valkey. Knows no rules, and nobody else sends commands to a server.

The logs: `event_store` appends and reads, `feeds` follows what is appended, `cursors` remembers where a follower
stands, `log_names` and `keys` say what is called how and lies where, `append.lua` is the append itself.

Beside the logs, each class bound to one key: `values`, `hashes`, `sorted_sets`, `sets`, `streams`. Several changes at
once: `scripts` (Lua on one key) and `functions` (our library on the server, with `changes` as its words).

The servers: `address`, `connection`, `cluster`, `servers`, `errors`; `probe` asks whether they take writes.
"""
