-- Changes several fields of a hash together, if all of them are as the caller has read them.
--
-- KEYS: the hash; ARGV: for each field its name, its value before, and its value after; empty stands for none.
-- Returns 1, or 0 if a field has another value by now: then nothing is changed. Each change is counted in `changes`.
for at = 1, #ARGV, 3 do
  if (redis.call('HGET', KEYS[1], ARGV[at]) or '') ~= ARGV[at + 1] then return 0 end
end
for at = 1, #ARGV, 3 do
  if ARGV[at + 2] == '' then
    redis.call('HDEL', KEYS[1], ARGV[at])
  else
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 2])
  end
end
redis.call('HINCRBY', KEYS[1], 'changes', 1)
return 1
