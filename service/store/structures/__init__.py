"""Values other than logs: each class is bound to one key and has the operations of one data type of the server.

stored_key   the base of all of them
values       single values and counters
hashes       fields with values
dated_sets   members, and since when each is there
sets         sets and lists
sorted_sets  members ordered by score
streams      entries in the order in which they were added
contents     reads a value of any type, for tools

Several changes in one step:
scripts      a Lua script on one key
changes      the changes that a function of the server makes together
"""
