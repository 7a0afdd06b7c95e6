-- Says when to look at somebody again, unless something new has come for them since the look began.
--
-- KEYS: the sorted set; ARGV: the member, its score since the look began, and the new one, '' for none
if redis.call('ZSCORE', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  return redis.call('ZREM', KEYS[1], ARGV[1])
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
