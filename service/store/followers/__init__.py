"""Following the feeds: one reader in a process, for everything that acts on new events.

reader        reads the feeds once, and hands each entry to all followers of the process
inbox         the entries that a follower has still to process
cursors       how far a follower has processed each feed
lost_places   what followers get that were away while their feeds were trimmed
trimming      removes what all followers have processed
register.lua  notes that a follower was seen
"""
