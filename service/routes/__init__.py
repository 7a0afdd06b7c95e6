"""What the outside may ask: one controller for each kind of thing, no rules inside."""
