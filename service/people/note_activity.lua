-- Adds an entry to the front of a list, and removes the oldest ones.
--
-- KEYS: the list; ARGV: the entry, how many are stored, and for how long without a new one, in milliseconds
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
