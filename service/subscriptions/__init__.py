"""What programs of people subscribe to: a calendar of deadlines, and Atom feeds.

calendar_text   iCalendar (RFC 5545), as far as deadlines need it
atom_text       Atom (RFC 4287), as far as our feeds need it
addresses       the secret address of a person's calendar
deadlines       the deadlines of a person's games
feeds           the puzzle of each day, and the finished games of a person, as feeds
"""
