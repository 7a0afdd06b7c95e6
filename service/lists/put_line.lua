-- Stores or removes the line of a game, and updates lists and counts.

-- Makes the changes (a JSON array of commands, for keys in the slot of the hash) if the stored line is still the one from
-- which they were computed ('' for no line). Returns nil if it did so, otherwise the line that is stored instead.
local function changed(lines, game, before, changes)
  local stored = redis.call('HGET', lines, game) or ''
  if stored ~= before then
    return stored
  end
  for _, change in ipairs(cjson.decode(changes)) do
    redis.call(unpack(change))
  end
  return nil
end

-- keys: the hash of lines; args: the game, the line that is expected to be stored, the new line, the changes
local function put(keys, args)
  local other = changed(keys[1], args[1], args[2], args[4])
  if other == nil then
    redis.call('HSET', keys[1], args[1], args[3])
  end
  return other
end

redis.register_function('firstfire_put', put)

-- keys: the hash of lines; args: the game, the line that is expected to be stored, the changes
local function remove(keys, args)
  local other = changed(keys[1], args[1], args[2], args[3])
  if other == nil then
    redis.call('HDEL', keys[1], args[1])
  end
  return other
end

redis.register_function('firstfire_remove', remove)

-- The first release calls this; it stored next to each line what the line had added. Two stored forms of the same lists
-- would make the counts wrong; and if this function were missing, that release would replace our library with its own.
local function refuse()
  return redis.error_reply('ERR a newer Firstfire keeps these lists')
end

redis.register_function('firstfire_shelve', refuse)
