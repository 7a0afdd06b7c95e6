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

-- Puts the line about a game on its shelf: takes back what the line before had added, adds what this one adds.
--
-- keys: the hash of lines, whose name without 'lines' is what the names of all other keys begin with
-- args: the game, the version of its logs, the line, its places and its counts (JSON objects)
--
-- answers 1 if it was newer than what stood there. All keys of a shelf share a slot.
local function shelve(keys, args)
  local game, version, line = args[1], tonumber(args[2]), args[3]
  local lines = keys[1]
  local prefix = string.sub(lines, 1, -6)
  local marks = prefix .. 'marks'
  local before = redis.call('HGET', marks, game)
  local old = before and cjson.decode(before) or {version = 0, places = {}, counts = {}}
  if old.version >= version then
    return 0
  end
  local places, counts = cjson.decode(args[4]), cjson.decode(args[5])
  for name in pairs(old.places) do
    if not places[name] then
      redis.call('ZREM', prefix .. name, game)
    end
  end
  for name, score in pairs(places) do
    redis.call('ZADD', prefix .. name, string.format('%.0f', score), game)
  end
  for name, fields in pairs(old.counts) do
    for field, amount in pairs(fields) do
      redis.call('HINCRBY', prefix .. 'count:' .. name, field, -amount)
    end
  end
  for name, fields in pairs(counts) do
    for field, amount in pairs(fields) do
      redis.call('HINCRBY', prefix .. 'count:' .. name, field, amount)
    end
  end
  redis.call('HSET', lines, game, line)
  redis.call('HSET', marks, game, cjson.encode({version = version, places = places, counts = counts}))
  return 1
end

redis.register_function('firstfire_shelve', shelve)

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
