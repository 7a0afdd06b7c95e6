"""Who plays in playouts: evaluation, greedy players, the learned network."""
