"""The e-mail address of an account, which is optional. It warns of strangers, and brings back a password.

account_mail  what can be done with an address: enter, confirm, change, undo, remove, and ask for a new password
addresses     what an address is, which account has which, and which accounts an address has
links         the links in mails: each works once, and is kept as a hash
game_links    links from mails into one game, and the visits that they open
letters       the mails themselves, in the languages of letters.json

take_field.lua removes a field of a hash if it has the expected value (links).
"""
