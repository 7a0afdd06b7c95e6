"""Routes of talk.

table_talk   what is said at a table: read it, say something, mark it as read
own_level    whether the caller wants talk
"""
