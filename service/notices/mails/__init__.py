"""Notices as mails.

letters        how mails look
enclosures     what is added to a mail when it leaves: a picture, a link to the move
mail_endings   links that end a kind of mail without signing in
bounces        mails that come back later, as mail servers report them
given_up       informs people of addresses and webhooks that were given up
"""
