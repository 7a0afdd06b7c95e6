-- The outbox: parcels that wait to be sent. All keys begin with the one that is given, which is a hash tag.
--
--   :parcels        hash        the id of a parcel -> the parcel
--   :of:<person>    sorted set  'way target tag id' of each waiting parcel of a person, by the time when it is due
--   :due:<way>      sorted set  'person target' -> when there is something to do for this target
--   :new:<way>      sorted set  the same for targets that did not take the last parcel, or never had one
--   :held:<way>     sorted set  'person target' -> until when nobody else may send to it: a lease, or a pause
--   :sending:<way>  sorted set  'person target id' -> until when an attempt may last, also if the target is removed
--   :states:<person> hash       'way target' -> how sending went so far
--   :done           sorted set  the id of a parcel that was sent, withdrawn, replaced or given up -> when
--
-- The words of members are separated by the character 31, which none of them contains.
do
  local SEPARATOR = '\31'
  local LOOKED_AT = 500 -- targets: more than the few people have whose attempts go on
  local REMEMBERED = 3 * 24 * 60 * 60 * 1000 -- milliseconds: a parcel that is put again after that is a new one

  local function split(member)
    local words = {}
    for word in string.gmatch(member .. SEPARATOR, '([^\31]*)\31') do
      words[#words + 1] = word
    end
    return words
  end

  local function join(...)
    return table.concat({ ... }, SEPARATOR)
  end

  -- The first waiting parcel for a target: its id and when it is due.
  local function first_of(key, way, person, target)
    local waiting = redis.call('ZRANGE', key .. ':of:' .. person, 0, -1, 'WITHSCORES')
    for i = 1, #waiting, 2 do
      local words = split(waiting[i])
      if words[1] == way and words[2] == target then
        return words[4], tonumber(waiting[i + 1])
      end
    end
    return nil
  end

  local function state_of(key, way, person, target)
    return redis.call('HGET', key .. ':states:' .. person, join(way, target)) or ''
  end

  -- Whether a target took the last parcel that it was sent: of a state, the first field says when it last did so, and
  -- the second since when it only fails (outcomes.py).
  local function is_proven(state)
    local fields = state ~= '' and cmsgpack.unpack(state)
    return fields and fields[1] > 0 and fields[2] == 0
  end

  -- Notes when there is something to do for a target, or that there is nothing.
  local function schedule(key, way, person, target)
    local held, member = key .. ':held:' .. way, join(person, target)
    local id, at = first_of(key, way, person, target)
    redis.call('ZREM', key .. ':due:' .. way, member)
    redis.call('ZREM', key .. ':new:' .. way, member)
    if not id then
      redis.call('ZREM', held, member)
    else
      local from = tonumber(redis.call('ZSCORE', held, member) or 0)
      local kind = is_proven(state_of(key, way, person, target)) and ':due:' or ':new:'
      redis.call('ZADD', key .. kind .. way, string.format('%.0f', math.max(at, from)), member)
    end
  end

  -- Removes waiting parcels of a person for which `is_meant(way, target, tag, id)` holds; returns their number.
  local function remove(key, person, now, is_meant)
    local of, removed, targets = key .. ':of:' .. person, 0, {}
    for _, member in ipairs(redis.call('ZRANGE', of, 0, -1)) do
      local words = split(member)
      if is_meant(unpack(words)) then
        redis.call('ZREM', of, member)
        redis.call('HDEL', key .. ':parcels', words[4])
        redis.call('ZADD', key .. ':done', now, words[4])
        targets[join(words[1], words[2])] = words
        removed = removed + 1
      end
    end
    for _, words in pairs(targets) do
      schedule(key, words[1], person, words[2])
    end
    return removed
  end

  -- Leaves room for another parcel of a person: drops the one that is due first for the target that most of them wait
  -- for. So a target that does not answer takes no room from others.
  local function make_room(key, person, now, most)
    local waiting = redis.call('ZRANGE', key .. ':of:' .. person, 0, -1)
    if #waiting < most then
      return
    end
    local counts, first, fullest = {}, {}, nil
    for _, member in ipairs(waiting) do
      local words = split(member)
      local target = join(words[1], words[2])
      counts[target], first[target] = (counts[target] or 0) + 1, first[target] or words[4]
      if not fullest or counts[target] > counts[fullest] then
        fullest = target
      end
    end
    remove(key, person, now, function(_, _, _, id)
      return id == first[fullest]
    end)
  end

  -- args: the time, id, person, way, target, tag, when it is due, the parcel, how many a person may have, and 'trial' if
  -- how sending to the target went is forgotten; it keeps its place among those that have proved themselves
  -- returns 1 if it was added, 0 if it was put before
  local function put(keys, args)
    local key, now, id, person, way, target, tag = keys[1], unpack(args, 1, 6)
    if redis.call('HEXISTS', key .. ':parcels', id) == 1 or redis.call('ZSCORE', key .. ':done', id) then
      return 0
    end
    redis.call('ZREMRANGEBYSCORE', key .. ':done', '-inf', string.format('%.0f', tonumber(now) - REMEMBERED))
    if tag ~= '' then
      remove(key, person, now, function(a_way, a_target, a_tag)
        return a_way == way and a_target == target and a_tag == tag
      end)
    end
    make_room(key, person, now, tonumber(args[9]))
    redis.call('HSET', key .. ':parcels', id, args[8])
    redis.call('ZADD', key .. ':of:' .. person, args[7], join(way, target, tag, id))
    schedule(key, way, person, target)
    if args[10] == 'trial' then
      redis.call('HDEL', key .. ':states:' .. person, join(way, target))
    end
    return 1
  end

  -- How many attempts go on for each person.
  local function attempts(key, way, now)
    local sending, counts = key .. ':sending:' .. way, {}
    redis.call('ZREMRANGEBYSCORE', sending, '-inf', now)
    for _, member in ipairs(redis.call('ZRANGE', sending, 0, -1)) do
      local person = split(member)[1]
      counts[person] = (counts[person] or 0) + 1
    end
    return counts
  end

  -- Targets that something is due for, in order: { member, when, whether it is new }; `most` of each kind.
  local function waiting(key, way, now, most)
    local found = {}
    for _, kind in ipairs({ ':due:', ':new:' }) do
      local members = redis.call('ZRANGEBYSCORE', key .. kind .. way, '-inf', now, 'WITHSCORES', 'LIMIT', 0, most)
      for i = 1, #members, 2 do
        found[#found + 1] = { members[i], tonumber(members[i + 1]), kind == ':new:' }
      end
    end
    table.sort(found, function(one, other)
      return one[2] < other[2] or (one[2] == other[2] and one[1] < other[1])
    end)
    return found
  end

  -- Takes the first parcel for a target, unless somebody is at it; returns the person, the id, the parcel, and the state
  -- of the target or ''.
  local function take_for(key, way, now, lease, member)
    local held, person, target = key .. ':held:' .. way, unpack(split(member))
    local id, at = first_of(key, way, person, target)
    local taken = nil
    if id and at <= now and tonumber(redis.call('ZSCORE', held, member) or 0) <= now then
      local ends = string.format('%.0f', now + lease)
      redis.call('ZADD', held, ends, member)
      redis.call('ZADD', key .. ':sending:' .. way, ends, join(member, id))
      taken = { person, id, redis.call('HGET', key .. ':parcels', id), state_of(key, way, person, target) }
    end
    schedule(key, way, person, target)
    return taken
  end

  -- args: the way, the time, the length of a lease, how many, how many for one person, how many new targets
  -- returns what `take_for` does, for each target that something is due for
  local function take_fairly(keys, args)
    local key, way, now, lease, count = keys[1], args[1], tonumber(args[2]), tonumber(args[3]), tonumber(args[4])
    local most, room, running, taken = tonumber(args[5]), tonumber(args[6]), attempts(key, way, now), {}
    for _, window in ipairs({ count + 16, LOOKED_AT }) do -- nearly always the first ones may be taken
      local due = waiting(key, way, now, window)
      for _, entry in ipairs(due) do
        local member, is_new = entry[1], entry[3]
        local person = split(member)[1]
        local is_allowed = (running[person] or 0) < most and not (is_new and room == 0)
        local one = #taken < count and is_allowed and take_for(key, way, now, lease, member)
        if one then
          taken[#taken + 1] = one
          running[person], room = (running[person] or 0) + 1, is_new and room - 1 or room
        end
      end
      if #taken == count or #due < window then
        break
      end
    end
    return taken
  end

  -- args: the time, way, person, target, id, the state of the target, until when to leave it alone ('': the parcel is
  -- done with); returns 1, or 0 if the parcel was withdrawn meanwhile
  local function settle(keys, args)
    local key, now, way, person, target, id = keys[1], unpack(args, 1, 5)
    local is_there = redis.call('HEXISTS', key .. ':parcels', id)
    redis.call('ZREM', key .. ':sending:' .. way, join(person, target, id))
    if is_there == 1 then
      redis.call('HSET', key .. ':states:' .. person, join(way, target), args[6])
    end
    if args[7] ~= '' then
      redis.call('ZADD', key .. ':held:' .. way, args[7], join(person, target))
    else
      redis.call('ZREM', key .. ':held:' .. way, join(person, target))
      remove(key, person, now, function(_, _, _, an_id)
        return an_id == id
      end)
    end
    schedule(key, way, person, target)
    return is_there
  end

  -- args: the time, person, then way, target, tag and id, each '' for any; returns how many there were
  local function withdraw(keys, args)
    return remove(keys[1], args[2], args[1], function(...)
      local words = { ... }
      for i = 1, 4 do
        if args[i + 2] ~= '' and args[i + 2] ~= words[i] then
          return false
        end
      end
      return true
    end)
  end

  redis.register_function('firstfire_outbox_put', put)
  redis.register_function('firstfire_outbox_take_fairly', take_fairly)
  redis.register_function('firstfire_outbox_settle', settle)
  redis.register_function('firstfire_outbox_withdraw', withdraw)
end
