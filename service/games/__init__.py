"""Playing: tables and their seats, moves, views, streams, clocks."""
