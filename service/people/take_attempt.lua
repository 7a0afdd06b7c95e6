-- Counts an attempt, and computes when the next one is allowed.
--
-- KEYS: the count; ARGV: the time, how many attempts are free, the longest wait, how long the count is stored (all
-- times in milliseconds); returns 0, or how long to wait: then this attempt was not counted
local state = redis.call('HMGET', KEYS[1], 'made', 'until')
local now, free, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local open = tonumber(state[2] or 0)
if open > now and open <= now + longest then return open - now end
local made, wait = tonumber(state[1] or 0) + 1, 0
if made >= free then wait = math.min(longest, 1000 * 2 ^ math.min(made - free, 30)) end
redis.call('HSET', KEYS[1], 'made', made, 'until', string.format('%.0f', now + wait))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 0
