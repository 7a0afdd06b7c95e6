#!lua name=firstfire

-- Appends the events of one command to a game: all of them or none, and never twice.
--
-- keys: the game's stream, the game's command ids, the feed of the game's bucket
-- args: the version the game should have, the command's id ('' for none), the game's id, then one or more events
--
-- answers {1, first, last} appended, {2, first, last} this command had been appended before, {0, version} conflict
--
-- The server cannot roll back, so everything that could fail is asked for before the first write: each key is read
-- once (which fails if it holds something else), and the first XADD refuses an id that is not beyond all others, in
-- case somebody deleted entries by hand. No flag allows it to run out of memory: then it is refused as a whole.

local CONFLICT, APPENDED, REPEATED = 0, 1, 2

local function append(keys, args)
  local stream, commands, feed = keys[1], keys[2], keys[3]
  local expected, command, game = tonumber(args[1]), args[2], args[3]
  if #keys ~= 3 or #args < 4 or not expected then
    return redis.error_reply('ERR append: three keys, a version, a command id, a game and at least one event')
  end

  if command ~= '' then
    local before = redis.call('HGET', commands, command)
    if before then
      local first, last = string.match(before, '^(%d+)-(%d+)$')
      return {REPEATED, tonumber(first), tonumber(last)}
    end
  end
  redis.call('XLEN', feed)
  -- Ids are 1-0, 2-0, 3-0 and so on, nothing is ever trimmed: the length is the last event's number.
  local version = redis.call('XLEN', stream)
  if version ~= expected then
    return {CONFLICT, version}
  end

  local first, last = version + 1, version + #args - 3
  for i = 4, #args do
    redis.call('XADD', stream, string.format('%d-0', version + i - 3), 'e', args[i])
  end
  if command ~= '' then
    redis.call('HSET', commands, command, string.format('%d-%d', first, last))
  end
  redis.call('XADD', feed, '*', 'g', game, 'f', first, 'l', last)
  return {APPENDED, first, last}
end

redis.register_function('firstfire_append', append)

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

-- Takes one result into the ratings, if it comes right behind the last one that was taken in.
--
-- keys: a hash that holds where the ratings stand ('at')
-- args: where they should stand, where they will stand, then for each player: the key of the pool's ratings, the key
--       of the pool's board, the key of the player's history, the player, the rating, its place on the board
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

-- Changes several things at once, if all that the changes were worked out from still stands.
--
-- keys: one in the slot of all the others
-- args: what should stand (a JSON array of {hash, field, value}, '' for nothing), the changes (a JSON array of commands)
--
-- answers 1 if it did so, or 0
local function settle(keys, args)
  for _, one in ipairs(cjson.decode(args[1])) do
    if (redis.call('HGET', one[1], one[2]) or '') ~= one[3] then
      return 0
    end
  end
  for _, change in ipairs(cjson.decode(args[2])) do
    redis.call(unpack(change))
  end
  return 1
end

redis.register_function('firstfire_settle', settle)
