-- Adds a job to a queue that is fair to owners, unless the job is there already.
--
-- Every job gets a start time, in seconds of thinking: the queue's time, or the end of its owner's previous job if that
-- is later. The earliest start goes first; of equal ones, the one that was requested first. So an owner with many jobs
-- is served once in a round, and one who comes with a first job is next.
--
-- KEYS: the queue; ARGV: the id of the job, its owner, about how many seconds it will take, the job; returns 1 if it
-- was added
local jobs, owners = KEYS[1] .. ':jobs', KEYS[1] .. ':owners'
local id, owner, seconds = ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('HSETNX', jobs, id, ARGV[4]) == 0 then return 0 end
local now = tonumber(redis.call('GET', KEYS[1] .. ':time') or 0)
local start = math.max(now, tonumber(redis.call('ZSCORE', owners, owner) or 0))
local number = redis.call('INCR', KEYS[1] .. ':number')
redis.call('ZADD', KEYS[1] .. ':waiting', string.format('%.3f', start), string.format('%016d %s', number, id))
redis.call('ZADD', owners, string.format('%.3f', start + seconds), owner)
return 1
