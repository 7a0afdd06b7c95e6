-- Appends the events of one command to a game: all of them or none, and never twice.
--
-- keys: the game's stream, the game's command ids, the feed of the game's bucket
-- args: the expected version of the game, the command's id ('' for none, else 12 bytes, then what it asks for as 8
--       hexadecimal digits or nothing), the game's id, then one or more events
--
-- `firstfire_append_unfollowed` takes the same, and tells the feed nothing: for logs that nobody follows.
--
-- returns {1, first, last, entry of the feed, '' for none} appended, {2, first, last, asked} this command had been appended before, {0, version} conflict
--
-- The server cannot roll back, so everything that could fail happens before the first write: each key is read once
-- (which fails if it holds another type), and the first XADD refuses an id that is not greater than all others, in case
-- entries were deleted by hand. The function has no flag `allow-oom`: without memory, it is refused as a whole.

local CONFLICT, APPENDED, REPEATED = 0, 1, 2

local is_cluster

-- On a cluster followers listen to the bells of the feeds (feeds/bells.py); a single server tells them by itself.
local function ring(feed)
  if is_cluster == nil then
    is_cluster = string.find(redis.call('INFO', 'cluster'), 'cluster_enabled:1', 1, true) ~= nil
  end
  if is_cluster then
    redis.pcall('SPUBLISH', feed, '')  -- pcall: a user without the right to publish may still append
  end
end

local function append(keys, args, is_followed)
  local stream, commands, feed = keys[1], keys[2], keys[3]
  local expected, game = tonumber(args[1]), args[3]
  local command, asked = string.sub(args[2], 1, 12), string.sub(args[2], 13)
  if #keys ~= 3 or #args < 4 or not expected then
    return redis.error_reply('ERR append: three keys, a version, a command id, a game and at least one event')
  end

  if command ~= '' then
    local before = redis.call('HGET', commands, command)
    if before then
      local first, last, asked_before = string.match(before, '^(%d+)-(%d+)%-?(%x*)$')
      return {REPEATED, tonumber(first), tonumber(last), asked_before}
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
    local span = string.format('%d-%d', first, last)
    redis.call('HSET', commands, command, asked == '' and span or span .. '-' .. asked)
  end
  local entry = ''
  if is_followed then
    entry = redis.call('XADD', feed, '*', 'g', game, 'f', first, 'l', last)
    ring(feed)
  end
  return {APPENDED, first, last, entry}
end

redis.register_function('firstfire_append', function(keys, args) return append(keys, args, true) end)
redis.register_function('firstfire_append_unfollowed', function(keys, args) return append(keys, args, false) end)
