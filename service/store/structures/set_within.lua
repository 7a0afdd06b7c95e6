-- Sets a field of a hash of limited size.
--
-- KEYS: the hash; ARGV: the field, its value, how many fields there may be; returns 1, or 0 if there are too many
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
