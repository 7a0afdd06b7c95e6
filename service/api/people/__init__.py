"""Routes of people: who somebody is, and what others may see of them.

guests     play without an account
sessions   sign in and out
account    sign up, change, export, leave
tokens     tokens for a player's programs
players    public profiles
"""
