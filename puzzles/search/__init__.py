"""The engine: ranks the moves of a Position by sampling what is hidden, within a budget.

best         ranks the moves of a position
budget       how long a search may take, and what it answers
trials       tries arms on random deals, and adds up the results
sampling     plausible deals of what no player has seen
compare      what a move that was played has cost
benefit      what a move brings, item by item, as numbers
explain      finds these numbers
outlook      where the search uses a trained network, and how
train        trains these networks from nothing
pupil        a network while it learns
precompile   compiles the engine before a question waits for it
kernel/      compiled rules, and players for playouts
endings/     what each move is worth once nothing more will be revealed
exact/       the proven optimum of a known sequence of dominoes
"""
