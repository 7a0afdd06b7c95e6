"""Refusals that several routes share, as the OpenAPI document describes them."""

from typing import Final

from service.http.openapi import refusal

# Games
UNFAIR: Final = refusal(403, "You have no seat, or fair play forbids it", "A rated game is played without hints.")
STILL_RUNNING: Final = refusal(409, "The game is not over yet", "The game is not over yet.")

# Puzzles
NO_PUZZLE: Final = refusal(404, "No such puzzle, or none on that day", "There is no such puzzle.")

# Moderation
CLOSED: Final = refusal(403, "Moderators have closed this to you", "You are banned until 2030-01-31 12:00 UTC.")
MODERATORS_ONLY: Final = refusal(403, "You are not a moderator, or may not do this", "This is for moderators.")

# Accounts
UNKNOWN_PLAYER: Final = refusal(404, "No such player, or they have left", "There is no such player.")
WRONG_PASSWORD: Final = refusal(401, "The name or the password is wrong", "The name or the password is wrong.")
OWNER_ONLY: Final = refusal(
    403, "Not allowed with a personal token, nor from a page of another site", "Sign in for it."
)
NAME_TAKEN: Final = refusal(
    409, "The name is taken, or you already have an account, or you have none", "You have an account already."
)
INVALID_CREDENTIALS: Final = refusal(422, "Not a valid name or password", "A password has 8 to 200 characters.")
