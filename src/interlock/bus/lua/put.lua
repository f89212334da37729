-- Offer a run, unless its entry is there already. KEYS: base. ARGV: run, tenant, priority, times.
-- Returns 1 when it was added.
local base, run, tenant, priority, times = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local known = redis.call('HGET', base .. ':known', run)
if known then
  local stream, id = string.match(known, '^(.*) (%S+)$')
  if #redis.call('XRANGE', stream, id, id) > 0 then
    return 0
  end
end

local stream = base .. ':work:' .. priority .. ':' .. tenant
if redis.call('EXISTS', stream) == 0 then
  redis.call('XGROUP', 'CREATE', stream, 'workers', '0', 'MKSTREAM')
end
redis.call('SADD', base .. ':streams', stream)
local id = redis.call('XADD', stream, '*', 'run', run, 'tenant', tenant, 'priority', priority, 'times', times)
redis.call('HSET', base .. ':known', run, stream .. ' ' .. id)
if not redis.call('ZSCORE', base .. ':ring:' .. priority, tenant) then
  redis.call('ZADD', base .. ':ring:' .. priority, redis.call('INCR', base .. ':turn'), tenant)
end
-- One ring of the bell wakes one worker. Those that are busy look by themselves when they are free.
if redis.call('LLEN', base .. ':bell') < 64 then
  redis.call('LPUSH', base .. ':bell', 1)
end
return 1
