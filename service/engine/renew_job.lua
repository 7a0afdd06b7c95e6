-- Renews the lease of a running job.
--
-- KEYS: the queue; ARGV: the id of the job, the length of the lease in milliseconds
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
return redis.call('ZADD', KEYS[1] .. ':running', 'XX', now + tonumber(ARGV[2]), ARGV[1])
