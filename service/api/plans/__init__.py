"""Routes of plans.

own_plan    what you plan for your next turn, and trying it on your territory
made_moves  which moves were made by plans, when the game is over
"""
