"""The rules of Kingdomino Origins and Kingdomino: pure functions from commands to events, without input or output."""
