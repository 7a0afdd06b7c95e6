-- Replaces a value if it is the expected one ('' stands for none).
--
-- KEYS: the value; ARGV: the expected value, the new one; returns 1 if it did so, otherwise 0
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
