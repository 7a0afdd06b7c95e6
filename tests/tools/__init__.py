"""Programs that developers run; tests may use them too."""
