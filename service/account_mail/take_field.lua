-- Removes a field if it has the expected value: of several callers, one does.
--
-- KEYS: the hash; ARGV: the field, its expected value; returns 1 if it did so, otherwise 0
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])
