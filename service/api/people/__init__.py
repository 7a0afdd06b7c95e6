"""Routes of people: who somebody is, and what others may see of them.

guests         play without an account
sessions       sign in and out
account        sign up, change, export, leave
tokens         tokens for a player's programs
passkeys       sign in without a password
second_factor  codes from an app
players        public profiles
blocks         whom you have blocked
address        the e-mail address of an account
mail_links     links in mails, and forgotten passwords
devices        where you want pushes
webhooks       where notices go as requests
own_stream     everything of one's own, live
notices        what you were informed of, and what you want to be informed of
reports        report somebody to the moderators
"""
