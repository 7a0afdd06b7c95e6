-- Stores the line of a game and updates lists and counts, if the stored line is still the one from which the changes
-- were computed.
--
-- keys: the hash of lines
-- args: the game, the line that is expected to be stored ('' for none), the new line, the changes (a JSON array of
--       commands, for keys in the slot of the hash)
--
-- returns nil if it did so, otherwise the line that is stored instead ('' for no line)
local function put(keys, args)
  local lines, game, before, line = keys[1], args[1], args[2], args[3]
  local stored = redis.call('HGET', lines, game) or ''
  if stored ~= before then
    return stored
  end
  for _, change in ipairs(cjson.decode(args[4])) do
    redis.call(unpack(change))
  end
  redis.call('HSET', lines, game, line)
  return nil
end

redis.register_function('firstfire_put', put)

-- The first release calls this; it stored next to each line what the line had added. Two stored forms of the same lists
-- would make the counts wrong; and if this function were missing, that release would replace our library with its own.
local function refuse()
  return redis.error_reply('ERR a newer Firstfire keeps these lists')
end

redis.register_function('firstfire_shelve', refuse)
