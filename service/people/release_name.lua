-- Frees a name, if this player holds it.
--
-- KEYS: the name; ARGV: the player
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
