"""Parcels: the outbox, the sender, and each way against real receivers."""
