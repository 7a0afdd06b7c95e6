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
