"""How seats play in playouts: evaluation, greedy players, the trained network."""
