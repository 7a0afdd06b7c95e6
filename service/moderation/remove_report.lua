-- Removes a report and every mention of it.
--
-- KEYS: the beginning of all keys; ARGV: the number, the reporter, the thing, the player whom it is about
redis.call('ZREM', KEYS[1] .. ':open', ARGV[1])
redis.call('ZREM', KEYS[1] .. ':closed', ARGV[1])
redis.call('ZREM', KEYS[1] .. ':about:' .. ARGV[4], ARGV[1])
redis.call('HDEL', KEYS[1] .. ':by:' .. ARGV[2], ARGV[3])
return redis.call('HDEL', KEYS[1] .. ':all', ARGV[1])
