"""What people are informed of: one notice, and many ways to bring it.

records         the stored log of one person's notices, and what it folds to
notice_log      these logs: each notice once, old ones end
table_notices   which notices follow from what happens at a table (those of games: projections/notices.py)
tournament_notices   which follow from what happens in a tournament
follower        works out notices from the feeds
daily/          works out the notices that come with the day
preferences     what a person wants to be informed of, by which way and when
presence        when a person last did something on the site, and how long they were away
times           quiet hours and the hour of the digest, in somebody's time zone
schedule        when a notice is sent, by which way
reach           where notices can be sent to
due             when to look at whom
mails/          notices as mails
sending/        looking at people, and handing over what is to be sent to them
shown           notices as people see them
unread          how many are unread, over the personal stream
own_notices     the notices of one person, for that person
"""
