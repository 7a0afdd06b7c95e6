"""The levels of bots, and the bots that do not search.

levels            how each level chooses a step, or how long it searches for one
choose            the step that a bot of any level takes
random_bot        level pebble: any legal step
greedy_bot        level flint: the step after which its territory is worth most
greedy_value      what a territory is worth to it
greedy_recruits   its best recruit, found without listing them all
"""
