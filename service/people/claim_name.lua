-- Gives a name to a player, unless another one holds it. A name that the player holds already is written again, so that
-- a wait for replicas has something to wait for.
--
-- KEYS: the name; ARGV: the player; returns 1 if the player holds it now, otherwise 0
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1
