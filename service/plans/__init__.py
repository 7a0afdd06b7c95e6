"""Plans: what a player wants to do at the next turn. They are secret; only the moves they make reach the game's log.

records         the stored log of one person's plans in one game, and what it comes to
conduct         how a plan ends, and which step it makes now (pure)
open_plans      which games have plans, so that a move in any other game reads nothing more
plans           makes and withdraws plans; exports and erases
execution       makes the step of a plan, once
"""
