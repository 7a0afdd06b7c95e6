"""Who somebody is: tokens, sessions, accounts, passwords."""
