-- Hand out one entry. KEYS: base. ARGV: worker.
-- Each priority has a ring: the tenants that wait, by the turn at which each was served or came in. The
-- first of them gets one entry and goes to the end. Returns receipt, run, tenant, priority, times; or
-- nothing, and then the bell is silent, too: a later put rings it anew.
local base, worker = KEYS[1], ARGV[1]

local take = redis.call('INCR', base .. ':takes') % 8
local order = { 'high', 'normal', 'low' }
if take == 7 then
  order = { 'low', 'high', 'normal' }
elseif take == 3 then
  order = { 'normal', 'high', 'low' }
end

for _, priority in ipairs(order) do
  local ring = base .. ':ring:' .. priority
  local tenant = redis.call('ZRANGE', ring, 0, 0)[1]
  while tenant do
    local stream = base .. ':work:' .. priority .. ':' .. tenant
    local got = redis.pcall('XREADGROUP', 'GROUP', 'workers', worker, 'COUNT', 1, 'STREAMS', stream, '>')
    if got and not got.err and got[1] then
      local entry = got[1][2][1]
      redis.call('ZADD', ring, redis.call('INCR', base .. ':turn'), tenant)
      return { stream .. ' ' .. entry[1], entry[2][2], entry[2][4], entry[2][6], entry[2][8] }
    end
    redis.call('ZREM', ring, tenant)
    tenant = redis.call('ZRANGE', ring, 0, 0)[1]
  end
end
redis.call('DEL', base .. ':bell')
return false
