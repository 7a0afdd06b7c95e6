-- Subtracts one attempt from the count, and allows the next one at once.
--
-- KEYS: the count; ARGV: how long it is stored without another attempt, in milliseconds
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HINCRBY', KEYS[1], 'made', -1) < 0 then redis.call('HSET', KEYS[1], 'made', 0) end
redis.call('HSET', KEYS[1], 'until', 0)
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
