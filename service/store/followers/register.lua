-- Notes that a follower was seen now.
--
-- keys: the registered followers
-- args: the key of its positions

redis.call('ZADD', KEYS[1], redis.call('TIME')[1], ARGV[1])
