-- Replaces a report, if it is still the expected one; with a time, it is closed.
--
-- KEYS: the beginning of all keys; ARGV: the number, the expected report, the new one, the time or ''; returns 1 if it
-- did so, otherwise 0
if redis.call('HGET', KEYS[1] .. ':all', ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1] .. ':all', ARGV[1], ARGV[3])
if ARGV[4] ~= '' then
  redis.call('ZREM', KEYS[1] .. ':open', ARGV[1])
  redis.call('ZADD', KEYS[1] .. ':closed', ARGV[4], ARGV[1])
end
return 1
