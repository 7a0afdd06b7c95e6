-- Sets a field if another one (the guard) exists and has the expected value ('' stands for any value).
--
-- KEYS: the hash; ARGV: the guard, its expected value, the field, the value; returns 1 if it did so, otherwise 0
local guard = redis.call('HGET', KEYS[1], ARGV[1])
if not guard or (ARGV[2] ~= '' and guard ~= ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
return 1
