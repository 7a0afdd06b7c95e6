"""Refusals that several routes share, as the OpenAPI document describes them."""

from typing import Final

from service.http.openapi import refusal

# Games
UNFAIR: Final = refusal(403, "You have no seat, or it would be unfair", "A rated game is played without hints.")
RUNNING: Final = refusal(409, "The game is not over yet", "The game is not over yet.")

# Puzzles
NOWHERE: Final = refusal(404, "No such puzzle, or none for that day", "There is no such puzzle.")

# Accounts
WRONG: Final = refusal(401, "The name or the password is wrong", "The name or the password is wrong.")
NOT_YOURS: Final = refusal(403, "A personal token may not do this, nor a page of another site", "Sign in for it.")
TAKEN: Final = refusal(409, "The name is taken; or there is an account, or none", "You have an account already.")
NOT_FIT: Final = refusal(422, "Not a name or a password", "A password has 8 to 200 characters.")
