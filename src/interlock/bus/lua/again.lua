-- Offer entries anew that are in somebody's hands. KEYS: base. ARGV: mode, worker, number.
--   one    number = receipt: this entry comes back in good order
--   leave  every entry of the worker comes back in good order
--   lost   number = milliseconds: every entry that nobody has touched for so long; it counts
-- Returns how many.
local base, mode, worker, number = KEYS[1], ARGV[1], ARGV[2], ARGV[3]

local function offer(stream, id, fields, counts)
  local run, tenant, priority, times = fields[2], fields[4], fields[6], tonumber(fields[8])
  local again = redis.call(
    'XADD', stream, '*', 'run', run, 'tenant', tenant, 'priority', priority, 'times', times + counts)
  redis.call('XACK', stream, 'workers', id)
  redis.call('XDEL', stream, id)
  redis.call('HSET', base .. ':known', run, stream .. ' ' .. again)
  if not redis.call('ZSCORE', base .. ':ring:' .. priority, tenant) then
    redis.call('ZADD', base .. ':ring:' .. priority, redis.call('INCR', base .. ':turn'), tenant)
  end
  if redis.call('LLEN', base .. ':bell') < 64 then
    redis.call('LPUSH', base .. ':bell', 1)
  end
end

local function offer_id(stream, id)
  local entry = redis.call('XRANGE', stream, id, id)[1]
  if not entry then
    return 0
  end
  offer(stream, id, entry[2], 0)
  return 1
end

if mode == 'one' then
  return offer_id(string.match(number, '^(.*) (%S+)$'))
end

local count = 0
for _, stream in ipairs(redis.call('SMEMBERS', base .. ':streams')) do
  if mode == 'leave' then
    local held = redis.pcall('XPENDING', stream, 'workers', '-', '+', 1000, worker)
    for _, entry in ipairs(held.err and {} or held) do
      count = count + offer_id(stream, entry[1])
    end
  else
    local got = redis.pcall('XAUTOCLAIM', stream, 'workers', worker, number, '0-0', 'COUNT', 100)
    for _, entry in ipairs(got.err and {} or got[2]) do
      offer(stream, entry[1], entry[2], 1)
      count = count + 1
    end
  end
end
return count
