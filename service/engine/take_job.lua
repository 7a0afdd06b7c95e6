-- Takes the job whose turn it is, under a lease: first one whose worker has died, that is, whose lease has ended.
--
-- KEYS: the queue; ARGV: the length of the lease in milliseconds, how often a job may be lost before it is dropped;
-- returns its id and the job, or nothing
local running, jobs = KEYS[1] .. ':running', KEYS[1] .. ':jobs'
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function leased(id)
  redis.call('ZADD', running, now + tonumber(ARGV[1]), id)
  return { id, redis.call('HGET', jobs, id) or '' }
end

for _, id in ipairs(redis.call('ZRANGEBYSCORE', running, '-inf', now, 'LIMIT', 0, 10)) do
  if redis.call('HINCRBY', KEYS[1] .. ':losses', id, 1) <= tonumber(ARGV[2]) then return leased(id) end
  redis.call('ZREM', running, id)
  redis.call('HDEL', jobs, id)
  redis.call('HDEL', KEYS[1] .. ':losses', id)
end
local first = redis.call('ZPOPMIN', KEYS[1] .. ':waiting')
if #first == 0 then return false end
redis.call('SET', KEYS[1] .. ':time', first[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1] .. ':owners', '-inf', first[2]) -- they are as good as new
return leased(string.sub(first[1], 18))
