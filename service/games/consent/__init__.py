"""What players decide together: somebody asks, and it happens when all who are asked have agreed.

wishes      what can be asked for, who must agree, and the command that follows
consent     asking, agreeing, refusing
shown       questions as the table shows them, and what a player may ask for
cancelling  calling a game off: before the first move, by anybody; later, when all have agreed
"""
