-- Notes that a member was seen now, and forgets those that were not seen for long, and the oldest if there are many.
--
-- KEYS: a sorted set; ARGV: the member, the time, how long it is remembered (both in milliseconds), how many are
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', ARGV[2] - ARGV[3]))
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[4])
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
