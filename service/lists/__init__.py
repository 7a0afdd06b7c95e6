"""Which games there are: lobby, my games, histories, and the ratings made of them."""
