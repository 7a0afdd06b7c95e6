"""The rules of Kingdomino Origins and Kingdomino. Pure: events in, events out, no world."""
