-- Stores the ratings after one game, if no other game was rated in the meantime.
--
-- keys: a hash whose field 'at' says which games have been rated
-- args: the expected value of that field, its new value, then for each player: the key of the pool's ratings, the key
--       of the pool's board, the key of the player's history, the player, the rating, its score on the board
local function rate(keys, args)
  local at = redis.call('HGET', keys[1], 'at') or ''
  if at ~= args[1] then
    return 0
  end
  for i = 3, #args, 6 do
    redis.call('HSET', args[i], args[i + 3], args[i + 4])
    redis.call('ZADD', args[i + 1], args[i + 5], args[i + 3])
    redis.call('RPUSH', args[i + 2], args[i + 4])
  end
  redis.call('HSET', keys[1], 'at', args[2])
  return 1
end

redis.register_function('firstfire_rate', rate)
