-- Counts an attempt, and computes when the next one is allowed.
--
-- KEYS: the count; ARGV: the time, how many attempts are free, the longest wait, the wait before the first attempt, how
-- long the count is stored (all times in milliseconds); returns 0, or how long to wait: then this attempt was not
-- counted
local state = redis.call('HMGET', KEYS[1], 'made', 'until')
local now, free, longest, first = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local open = tonumber(state[2] or now + first)
if open > now and open <= now + longest then
  if not state[2] then
    redis.call('HSET', KEYS[1], 'made', 0, 'until', string.format('%.0f', open))
    redis.call('PEXPIRE', KEYS[1], ARGV[5])
  end
  return open - now
end
local made, wait = tonumber(state[1] or 0) + 1, 0
if made >= free then wait = math.min(longest, math.max(first, 1000 * 2 ^ math.min(made - free, 30))) end
redis.call('HSET', KEYS[1], 'made', made, 'until', string.format('%.0f', now + wait))
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 0
