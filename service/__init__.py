"""The world: HTTP, Redis, clocks, dice and workers around the pure core."""
