-- Says that a worker is alive, and forgets those that have not said so for a while.
--
-- KEYS: the workers; ARGV: the name of the worker, for how long that is true in milliseconds; returns all who are alive
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGE', KEYS[1], 0, -1)
