"""People who left: their names are hidden, their data exported and erased."""
