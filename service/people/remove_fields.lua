-- Removes fields, and writes another one (the guard) again as it is, if it exists.
--
-- A wait for replicas waits for what was written. A removal that was not acknowledged and is repeated finds nothing to
-- remove; by the guard there is something to wait for, and what was written before comes with it.
--
-- KEYS: the hash; ARGV: the guard, then the fields
for field = 2, #ARGV do redis.call('HDEL', KEYS[1], ARGV[field]) end
local guard = redis.call('HGET', KEYS[1], ARGV[1])
if guard then redis.call('HSET', KEYS[1], ARGV[1], guard) end
return 1
