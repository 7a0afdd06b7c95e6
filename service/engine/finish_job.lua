-- Removes a job that was performed, and corrects what its owner has used. An idle queue forgets who has used what.
--
-- KEYS: the queue; ARGV: the id of the job, its owner, by how many seconds it took longer than was expected
local running, jobs, owners = KEYS[1] .. ':running', KEYS[1] .. ':jobs', KEYS[1] .. ':owners'
local id, owner = ARGV[1], ARGV[2]
redis.call('ZREM', running, id)
redis.call('HDEL', jobs, id)
redis.call('HDEL', KEYS[1] .. ':losses', id)
if redis.call('EXISTS', jobs) == 0 then
  return redis.call('DEL', owners, KEYS[1] .. ':time', KEYS[1] .. ':number')
end
local now = tonumber(redis.call('GET', KEYS[1] .. ':time') or 0)
local used = tonumber(redis.call('ZSCORE', owners, owner) or now) + tonumber(ARGV[3])
return redis.call('ZADD', owners, string.format('%.3f', used), owner)
