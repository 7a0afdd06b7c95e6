"""Routes of people: who somebody is, and what others may see of them.

guests         play without an account
sessions       sign in and out
account        sign up, change, export, leave
tokens         tokens for a player's programs
passkeys       sign in without a password
second_factor  codes from an app
players        public profiles
blocks         whom you have blocked
reports        report somebody to the moderators
"""
