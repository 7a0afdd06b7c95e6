"""Who is who: guests and accounts, and the secrets that prove an identity.

identity        from a token or a session to a person; opens sessions, issues tokens
credentials     the stored record of a person: the profile and the hashes of secrets
accounts        signing up and in, changing the name or the password
account_names   unique names of accounts
lookalikes      which names look alike
kinds           whether a player has an account
second_factor   codes from an app, and recovery codes
passkeys        signing in without a password
activity        what happened to an account lately
blocks          who has blocked whom
names           which names and labels are allowed, and which count as the same
passwords       hashing and checking of passwords
login_throttle  waiting times after wrong passwords
standing        what moderators have closed to a person
client_network  which callers count as one for limits

The Lua files are scripts that change one key in one step on the server: put_field and remove_fields (credentials),
claim_name and release_name (account_names), take_attempt and give_back_attempt (login_throttle), note_activity
(activity).
"""
