-- Adds games to the order in which results are rated, unless they are in it.
--
-- keys: the list of games in that order, the set of the same games
-- args: the games
local function admit(keys, args)
  for _, game in ipairs(args) do
    if redis.call('SADD', keys[2], game) == 1 then
      redis.call('RPUSH', keys[1], game)
    end
  end
end

-- Stores the ratings after one game, if no other game was rated in the meantime.
--
-- keys: a hash whose field 'rated' says how many games of the order have been rated
-- args: the expected value of that field ('0' for none), its new value, then the changes: for each its number of words,
--       and the words of a command for a key in the slot of the hash
local function rate(keys, args)
  if (redis.call('HGET', keys[1], 'rated') or '0') ~= args[1] then
    return 0
  end
  local i = 3
  while i <= #args do
    local words = tonumber(args[i])
    redis.call(unpack(args, i + 1, i + words))
    i = i + words + 1
  end
  redis.call('HSET', keys[1], 'rated', args[2])
  return 1
end

redis.register_function('firstfire_admit', admit)
redis.register_function('firstfire_rate', rate)
