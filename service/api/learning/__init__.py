"""Routes for learning the game, most of which ask the engine.

hints           advice in a running game
analysis        the review of a finished game
variations      other moves in a finished game
play            what somebody's choices cost, achievements, ratings and games as tables
rule_examples   positions to try a rule on
"""
