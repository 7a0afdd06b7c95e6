-- Stores a report, unless its reporter has reported the same thing before, or has too many open reports.
--
-- KEYS: the beginning of all keys, with their hash tag; ARGV: the reporter, the thing, the player whom it is about, the
-- time, how many open reports the reporter may have, the report
--
-- returns its number; 0 if there are too many; -1 if the thing was reported before
local own, open = KEYS[1] .. ':by:' .. ARGV[1], KEYS[1] .. ':open'
if redis.call('HEXISTS', own, ARGV[2]) == 1 then return -1 end
local waiting = 0
for _, number in ipairs(redis.call('HVALS', own)) do
  if redis.call('ZSCORE', open, number) then waiting = waiting + 1 end
end
if waiting >= tonumber(ARGV[5]) then return 0 end
local number = redis.call('INCR', KEYS[1] .. ':number')
redis.call('HSET', KEYS[1] .. ':all', number, ARGV[6])
redis.call('ZADD', open, ARGV[4], number)
redis.call('HSET', own, ARGV[2], number)
redis.call('ZADD', KEYS[1] .. ':about:' .. ARGV[3], ARGV[4], number)
return number
