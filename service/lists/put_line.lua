-- Puts the line about a game on its shelf and changes lists and counts accordingly, if the line from which the changes
-- were worked out still stands there.
--
-- keys: the hash of lines
-- args: the game, the line that should stand there ('' for none), the new line, the changes (a JSON array of commands,
--       for keys in the slot of the hash)
--
-- answers nothing if it did so, or what stands there instead ('' for no line)
local function put(keys, args)
  local lines, game, before, line = keys[1], args[1], args[2], args[3]
  local stands = redis.call('HGET', lines, game) or ''
  if stands ~= before then
    return stands
  end
  for _, change in ipairs(cjson.decode(args[4])) do
    redis.call(unpack(change))
  end
  redis.call('HSET', lines, game, line)
  return nil
end

redis.register_function('firstfire_put', put)

-- Programs that still kept beside each line what it had added call this. Two forms of the same lists would spoil the
-- counts; and if it were missing, they would load their own functions over these.
local function refuse()
  return redis.error_reply('ERR a newer Firstfire keeps these lists')
end

redis.register_function('firstfire_shelve', refuse)
